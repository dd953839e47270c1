use core_wasm::dates::{self, RaceDate, StartTime};
use core_wasm::error::CoreError;

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    let date = |index| a.text(index).parse::<RaceDate>();
    let zone = |index| dates::zone(&a.text(index));
    Some(match function {
        "dateWrite" => date(0).and_then(|date| out(date.to_string())),
        "dateIso" => date(0).and_then(|date| out(date.iso())),
        "dateWeekday" => date(0).and_then(|date| out(date.weekday_name())),
        "timeWrite" => a.text(0).parse::<StartTime>().and_then(|time| out(time.to_string())),
        "localToInstant" => local(a),
        "instantParse" => dates::parse_instant(&a.text(0)).and_then(out),
        "instantWrite" => zone(1).and_then(|zone| out(dates::format_instant(a.get(0)?, zone))),
        "clockText" => zone(1).and_then(|zone| out(dates::clock_text(a.get(0)?, zone))),
        "dateIn" => zone(1).and_then(|zone| out(dates::date_in(a.get(0)?, zone).to_string())),
        "durationText" => a.get(0).and_then(|ms| out(dates::duration_text(ms))),
        "zoneNote" => a.get::<Vec<dates::ShownTime>>(0).and_then(|times| out(dates::zone_note(&times))),
        "timeZones" => out(dates::zones()),
        _ => return None,
    })
}

fn local(a: &Args) -> Result<serde_json::Value, CoreError> {
    out(dates::local_to_instant(a.text(0).parse()?, a.text(1).parse()?, dates::zone(&a.text(2))?))
}
