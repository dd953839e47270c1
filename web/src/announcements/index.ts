/** The screens about announcements, in one script: each is small. */
export { AnnouncementsPage } from './desk/AnnouncementsPage';
export { UnsubscribePage } from './UnsubscribePage';
