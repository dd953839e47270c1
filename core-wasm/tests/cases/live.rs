use core_wasm::live::{filters, pace, progress, text, window, words};
use core_wasm::race::RaceDateEntry;
use core_wasm::timing::{desk, rank};

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    let entries = || a.get::<Vec<RaceDateEntry>>(0);
    Some(match function {
        "isLive" => entries().and_then(|entries| out(window::is_live(&entries, a.get(1)?))),
        "liveRaces" => entries().and_then(|entries| out(window::live_races(&entries, a.get(1)?))),
        "liveNextRace" => entries().and_then(|entries| out(window::next_race(&entries, a.get(1)?))),
        "liveNextChange" => entries().and_then(|entries| out(window::next_change(&entries, a.get(1)?))),
        "liveFailure" => a.get(0).and_then(|outcome| out(words::failure(&outcome))),
        "liveCalledOff" => a.get(0).and_then(|entry| out(words::called_off(&entry, a.get(1)?))),
        "liveFound" => a.get(0).and_then(|active| out(words::found(active, a.get(1)?))),
        "liveAge" => a.get(0).and_then(|ms| out(words::age(ms))),
        "liveProgress" => a.get(0).and_then(|seen| out(progress::progress(&seen))),
        "liveFilters" => a.get(0).and_then(|distances| out(filters::filters(distances, a.get(1)?))),
        "pacePerMile" => a.get(0).and_then(|ms| out(pace::per_mile(ms, a.get(1)?))),
        "paceOfLeg" => a.get(0).and_then(|leg| out(pace::of_leg(leg, a.get(1)?, a.get(2)?))),
        "timeText" => a.get(0).and_then(|ms| out(text::time(ms))),
        "rankFinishers" => a.get(0).and_then(|ranking| out(rank::rank(ranking, &a.get::<Vec<_>>(1)?))),
        "deskUndated" => out(desk::undated(&a.text(0))),
        _ => return None,
    })
}
