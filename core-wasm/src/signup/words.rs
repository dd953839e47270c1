//! What is said while somebody signs up.

/// HTTP 429 when no more codes are sent.
pub const NO_SENDS: &str = "No more codes are sent for this sign-up. Please begin again tomorrow, or write to us.";
/// HTTP 200 when the address is proved.
pub const PROVED: &str = "Your e-mail address is confirmed.";
/// HTTP 200 when a code was sent.
pub const SENT: &str = "A code is on its way.";
/// HTTP 401 without a sign-up that has begun.
pub const NO_SIGNUP: &str = "Please begin with your name and e-mail address.";
/// HTTP 403 before the address is proved.
pub const NOT_PROVED: &str = "Please confirm your e-mail address first.";
/// HTTP 409 for somebody who has logged in.
pub const HAS_ACCOUNT: &str = "You are logged in. One person has one account.";
/// HTTP 409 for a taken username.
pub const USERNAME_TAKEN: &str = "This username is taken. Please choose another one.";
/// HTTP 409 when another sign-up with this address was finished first.
pub const EMAIL_TAKEN: &str = "There is an account with this e-mail address now. Please log in.";
/// The answer about a free username.
pub const USERNAME_FREE: &str = "This username is free.";
/// HTTP 404 for a claim that there is not.
pub const NO_SUCH_CLAIM: &str = "There is no such claim.";
/// HTTP 409 for a claim that somebody decided before.
pub const CLAIM_DECIDED: &str = "Somebody has decided about this claim already.";
/// HTTP 200 for a granted claim.
pub const CLAIM_GRANTED: &str = "The result is in the account now.";
/// HTTP 200 for a refused claim.
pub const CLAIM_REFUSED: &str = "The claim is refused. The account does not have the result.";
/// After a decision whose answer was lost: the claim is not among those that wait any more.
pub const CLAIM_DONE: &str = "This claim is decided and does not wait any more.";
/// HTTP 201.
pub const CREATED: &str = "Your account is ready.";
/// After a creation whose answer was lost together with its cookies.
pub const PROBABLY_CREATED: &str =
    "Your account was probably made, and only the answer was lost. Log in with the username and the password that you chose.";
