//! The parts of the site around its screens: addresses, titles, menus, toasts, the state stored in a browser (SPEC §2, §3, §4,
//! §9).

pub mod consent;
pub mod nav;
pub mod noscript;
pub mod routes;
pub mod stored;
