use core_wasm::timing::{draft_merge, length};

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    Some(match function {
        "lengthMetres" => length::metres(&a.text(0)).and_then(out),
        "lengthUnderstood" => out(length::understood(&a.text(0))),
        "setupTake" => a.get(0).and_then(|draft| out(draft_merge::take(&draft, &a.get(1)?))),
        "setupMerge" => a.get(0).and_then(|base| out(draft_merge::merge(&base, &a.get(1)?, &a.get(2)?))),
        _ => return None,
    })
}
