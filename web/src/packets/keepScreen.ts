/** The cache of the screens that are not cached in advance (src/sw/sw.ts). */
const SCREENS = 'screens';

/**
 * Keeps the files that this page has loaded, so that it opens without a network: at a first visit they were loaded before the service
 * worker could keep them. Files that are kept already stay; their addresses change with their content.
 */
export async function keepScreen(): Promise<void> {
  try {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href));
    const files = loaded.filter((url) => url.origin === location.origin && url.pathname.startsWith('/assets/'));
    const store = await caches.open(SCREENS);
    for (const { pathname } of files) if (!(await caches.match(pathname))) await store.add(pathname);
  } catch {
    // Without Cache Storage, or space in it, the page only does not open without a network.
  }
}
