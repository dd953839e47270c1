/** The screens for logging in and for a new password, in one script. */
export { ForgotPage } from './ForgotPage';
export { LoginPage } from './LoginPage';
export { ResetPage } from './ResetPage';
