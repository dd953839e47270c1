/** The screens of the own and of others' profiles, in one script: each further script costs bytes in the first one. */
export { EditPage } from './EditPage';
export { ProfilePage } from './ProfilePage';
export { VisitingPage } from './VisitingPage';
