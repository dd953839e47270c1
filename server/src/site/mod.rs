//! The built site, served from inside the program.
//!
//! Which paths exist, their status and their titles are the core's table; whether a race exists, the database says.

mod assets;
mod page;

pub use assets::Assets;
pub(crate) use page::site;
