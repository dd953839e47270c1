/** The head that the server wrote: description, canonical address, share picture, structured data. */

/** What it needs of a router: the news that another page is shown. */
interface Mover {
  subscribe(
    event: 'onResolved',
    listener: (news: { fromLocation?: unknown; pathChanged: boolean }) => void,
  ): () => void;
}

/**
 * Takes the server's head tags out once the visitor goes on to another page: they describe the one that was asked for. Not
 * earlier, since search engines read the head after the app has started. Nothing in the app renders such tags itself, so
 * none ever stands beside one of these.
 */
export function dropServerHead(router: Mover): void {
  const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    for (const tag of document.head.querySelectorAll('[data-server]')) tag.remove();
    stop();
  });
}
