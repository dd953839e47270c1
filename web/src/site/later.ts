/**
 * What stands around every page and can come after the page itself: one script of its own, so that the first one stays small.
 * `app/start.ts` fetches it beside the first page.
 */
export { Toaster } from '@/ui';
export { CookieBanner } from './CookieBanner';
export { Footer } from './Footer';
export { startOffline } from './offline';
export { Shortcuts } from './Shortcuts';
export { StatusStrip } from './StatusStrip';
