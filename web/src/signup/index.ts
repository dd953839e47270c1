/** The screens of signing up, in one script: who begins needs all of them. */
export { CreateAccountPage } from './CreateAccountPage';
export { EmailPage } from './EmailPage';
export { RacerPage } from './RacerPage';
