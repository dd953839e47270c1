use core_wasm::audit::{Actor, Event, Object};

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    Some(match function {
        "auditEvents" => out(Event::ALL.iter().map(|event| event.info()).collect::<Vec<_>>()),
        "auditObject" => out(Object::parse(&a.text(0))),
        "auditActor" => out(Actor::parse(&a.text(0)).map(|actor| actor.to_string())),
        _ => return None,
    })
}
