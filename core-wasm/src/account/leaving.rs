//! The words around taking one's data along and deleting an account (docs/decisions/0057).

/// HTTP 409: nobody could administer the site any more.
pub const LAST_ADMIN: &str =
    "You are the only administrator. Make somebody else an administrator first; then you can delete your account.";
/// HTTP 429: an export is under way, or was made a moment ago.
pub const EXPORTING: &str = "Your data was collected a moment ago. Please wait a minute before you ask for it again.";
/// Stands in the history of pages where the name of a deleted account was.
pub const DELETED_ACCOUNT: &str = "Deleted account";

/// What the dialog says before an account is deleted: what becomes of what is stored, one sentence or two each.
pub const CONFIRM: [&str; 4] = [
    "Your account, your passkeys, your picture and your claims are deleted at once. This can't be undone.",
    "Your results stay with their times and places, and without your name: they read “Name removed”. A result that may be somebody \
     else’s keeps its name; if you hide it, it stays hidden until somebody decides whose it is.",
    "You stay registered, with your name, for races that are still to come. Nothing that your account chose to hide is hidden there \
     any more. To withdraw, write to us before you delete your account.",
    "You can take a copy of everything with you first: “Download my data”.",
];

/// The answer after an account was deleted; `kept` are the races to come for which the person stays registered.
///
/// ```
/// use core_wasm::account::leaving::deleted;
///
/// assert_eq!(deleted(&[]), "Your account has been deleted.");
/// assert_eq!(
///     deleted(&["Spring 10K".into(), "Winter Run".into()]),
///     "Your account has been deleted. You are still registered for Spring 10K and Winter Run."
/// );
/// ```
pub fn deleted(kept: &[String]) -> String {
    let races = match kept {
        [] => return "Your account has been deleted.".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    format!("Your account has been deleted. You are still registered for {races}.")
}

/// The subject and the text of the mail that confirms the deletion. Its row goes once it is sent.
pub fn letter(site: &str, kept: &[String]) -> (String, String) {
    let subject = format!("Your account was deleted · {site}");
    let body = format!(
        "{}\n\nYour results stay with their times and places, without your name where nobody else may be meant. This is the last mail that {site} sends to this \
         address about the account.\n\nIf you did not delete it, please write to us: the site has our address.\n",
        deleted(kept)
    );
    (subject, body)
}
