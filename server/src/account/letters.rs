//! The mails of the slice. None contains anything that a visitor typed.

use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;
use crate::mail::{self, Letter};

/// A mail's subject and text, in which `{site}` and `{link}` stand for the site's name and address.
pub(crate) type Words<'a> = (&'a str, &'a str);

/// To the owner, after a new password was chosen under Account Settings.
pub(super) const PASSWORD_CHANGED: Words<'static> = ("Your password was changed", include_str!("password_mail.txt"));
/// To the former address, after another one was proved.
pub(super) const EMAIL_CHANGED: Words<'static> = ("Your e-mail address was changed", include_str!("email_changed_mail.txt"));
/// To the owner, after a login on a device that was not known.
pub(super) const NEW_DEVICE: Words<'static> = ("A new device was logged in", include_str!("device_mail.txt"));

/// Saves a mail of this slice to be sent.
///
/// # Errors
/// When the row cannot be written.
pub(crate) fn enqueue(tx: &Tx<'_>, config: &Config, to: &str, (subject, text): Words<'_>, now: i64) -> Result<()> {
    let body = text.replace("{site}", &config.site_name).replace("{link}", &config.site_url());
    mail::enqueue(tx, now, &Letter { to: to.to_owned(), subject: format!("{subject} · {}", config.site_name), body })
}
