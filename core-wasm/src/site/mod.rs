//! The frame around the screens: addresses, titles, menus, what a browser remembers (SPEC §2, §3, §4, §9).

pub mod routes;
