//! Photos of a race: which files are taken, whose photos they are, and the sentences about them.
//!
//! A photo belongs to the bibs in its file's name ([`names`]) and to the runners who finished when it was taken ([`capture`],
//! [`matching`]), unless a person has said whose it is. Nothing here stores or decodes anything.

pub mod assign;
pub mod camera;
pub mod capture;
pub mod matching;
pub mod names;
pub mod upload;
pub mod words;
