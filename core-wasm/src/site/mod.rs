//! The frame around the screens: addresses, titles, menus, toasts, what a browser remembers (SPEC §2, §3, §4, §9).

pub mod consent;
pub mod nav;
pub mod outside;
pub mod routes;
pub mod stored;
