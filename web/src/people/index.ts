/** The screens about roles and invitations, in one script: each is small. */
export { PeoplePage } from './desk/PeoplePage';
export { InvitationPage } from './InvitationPage';
