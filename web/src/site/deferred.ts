/**
 * The parts around every page that can be loaded after the page itself. They are one separate script, so that the first script stays small.
 * `app/start.ts` fetches it in parallel with the first page.
 */
export { Toaster } from '@/ui';
export { CookieBanner } from './CookieBanner';
export { Footer } from './Footer';
export { startHistory } from './history';
export { startOffline } from './offline';
export { Shortcuts } from './Shortcuts';
export { StatusStrip } from './StatusStrip';
