use core_wasm::error::CoreError;
use core_wasm::links;
use core_wasm::race::RaceDateEntry;
use core_wasm::race::phase::Schedule;
use core_wasm::race::{
    calendar, distance, embed, failure, listing, month_sheet, name, picture, registration, schedule, sections, start_picker,
    weather,
};
use serde_json::Value;

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    Some(match function {
        "raceRegistration" => registered(a),
        "listingAdmin" => sorted(a),
        "calendarView" => calendar_view(a),
        "racesAhead" => a.get::<Vec<calendar::CalendarCard>>(0).and_then(|cards| out(calendar::ahead(&cards, a.get(1)?))),
        "raceTone" => a.get::<Vec<String>>(0).and_then(|names| out(distance::race_tone(&names))),
        "pictureSizes" => a.get(1).and_then(|width| out(picture::sizes(&a.text(0), width))),
        "paragraphs" => out(core_wasm::text::paragraphs(&a.text(0))),
        "monthSheet" => a.text(1).parse().and_then(|today| out(month_sheet::sheet(&a.text(0), today))),
        "isUpcoming" => a.text(1).parse().and_then(|today| out(listing::is_upcoming(&a.text(0), today))),
        "embedParse" => a.get(0).and_then(|kind| out(embed::parse(kind, &a.text(1), &a.get::<Vec<String>>(2)?)?)),
        "embedLocation" => out(embed::location(&a.text(0), &a.text(1))),
        "racePhase" => a.get::<RaceDateEntry>(0).and_then(|race| out(Schedule::from(&race).phase(a.get(1)?))),
        "mediaParts" => a.get(0).and_then(|race| out(sections::media(&race, a.get(1)?))),
        "loadFailureKind" => a.get(0).and_then(|outcome| out(failure::kind(&outcome))),
        "loadFailure" => a.get(0).and_then(|kind| out(failure::load_failure(kind, &a.get(1)?))),
        "raceNameCheck" => name::check(&a.text(0)).and_then(out),
        "raceNameKey" => out(name::key(&a.text(0))),
        "raceNameFromSegment" => out(name::from_segment(&a.text(0))),
        "distanceJoin" => a.get::<Vec<_>>(0).and_then(|rows| out(schedule::join(&rows))),
        "distanceEarliest" => a.get::<Vec<_>>(0).and_then(|rows| out(schedule::earliest(&rows).map(|time| time.to_string()))),
        "distanceShown" => a.get::<Vec<_>>(1).and_then(|rows| out(schedule::shown(&a.text(0), &rows))),
        "distanceDefaults" => out(schedule::default_rows()),
        "startPicker" => out(start_picker::picker(&a.text(0))),
        "startPicked" => out(start_picker::picked(&a.text(0), &a.text(1), &a.text(2), &a.text(3))),
        "distanceNew" => out(schedule::new_row()),
        "courseHint" => a.get(0).and_then(|number| out(sections::course_hint(number, &a.get::<Vec<_>>(1)?))),
        "weatherSlots" => a.get(0).and_then(|forecast| out(weather::slots(&forecast, &a.text(1)))),
        "weatherDays" => out(weather::days(&a.text(0), &a.text(1))),
        "weatherTitle" => out(weather::title(&a.text(0))),
        "weatherWhy" => a.get::<RaceDateEntry>(0).and_then(|race| out(weather::why(&race, a.get(1)?, a.get(2)?))),
        "weatherUnavailable" => out(weather::UNAVAILABLE),
        "weatherPlaces" => out(weather::places(&a.text(0))),
        "linkSafe" => out(links::safe(&a.text(0))),
        "linkPath" => out(links::path_href(&a.text(0))),
        _ => return None,
    })
}

fn registered(a: &Args) -> Result<Value, CoreError> {
    out(registration::state(a.get(0)?, a.get(1)?, &a.text(2)))
}

fn sorted(a: &Args) -> Result<Value, CoreError> {
    out(listing::sorted_admin(a.get(0)?, a.text(1).parse()?))
}

fn calendar_view(a: &Args) -> Result<Value, CoreError> {
    out(calendar::view(&a.get::<Vec<calendar::CalendarCard>>(0)?, &a.get(1)?, a.get(2)?))
}
