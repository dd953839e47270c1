/** The screens of signing up, in one script: who begins needs all of them; and that of the claims, which is small. */
export { ClaimsPage } from './ClaimsPage';
export { CreateAccountPage } from './CreateAccountPage';
export { EmailPage } from './EmailPage';
export { RacerPage } from './RacerPage';
