/** The head tags that the server writes: description, canonical address, share picture, structured data. */

/** The part of a router that is needed: the event that a page was opened. */
interface PageEvents {
  subscribe(
    event: 'onResolved',
    listener: (event: { fromLocation?: unknown; pathChanged: boolean }) => void,
  ): () => void;
}

/**
 * Removes the server's head tags once the visitor opens another page, because they describe the first one. Not earlier, because
 * search engines read the head after the app has started. The app itself renders no such tags, so there are never duplicates.
 */
export function dropServerHead(router: PageEvents): void {
  const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    for (const tag of document.head.querySelectorAll('[data-server]')) tag.remove();
    stop();
  });
}
