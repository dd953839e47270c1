/** The boards of the venue, in one script: the announcer's page, the boards for a projector, and the live results for other sites' frames. */
export { AnnouncerPage } from './AnnouncerPage';
export { EmbedPage } from './EmbedPage';
export { FinishPage } from './FinishPage';
export { StatusPage } from './StatusPage';
