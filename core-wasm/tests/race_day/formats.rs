//! Each format's lines: the reads in them, and the reasons of the refused ones.

use core_wasm::timing::Read;
use core_wasm::timing::formats::{self, CHRONOTRACK, CSV, Context, Format, IPICO, JSON, MYLAPS, Parsed, RACE_RESULT};

use crate::at;

fn context(mat: Option<&str>) -> Context<'_> {
    Context { mat, date: chrono::NaiveDate::from_ymd_opt(2027, 6, 15), ..Context::default() }
}

fn parse(kind: &str, body: &str) -> Parsed {
    formats::parse(kind, &context(Some("BOX")), body.as_bytes()).unwrap()
}

fn only(kind: &str, body: &str) -> Read {
    let parsed = parse(kind, body);
    assert_eq!(parsed.rejected, [], "{body}");
    assert_eq!(parsed.reads.len(), 1, "{body}");
    parsed.reads[0].clone()
}

fn reason(kind: &str, body: &str) -> String {
    let parsed = parse(kind, body);
    assert_eq!(parsed.reads, [], "{body}");
    assert_eq!(parsed.rejected.len(), 1, "{body}");
    parsed.rejected[0].reason.clone()
}

/// 8:52:11.34 AM of 2027-06-15 as wall time, written as if it were UTC.
const WALL: &str = "1813049531.34";

#[test]
fn chronotrack_lines() {
    let plain = only(CHRONOTRACK, &format!("TO~12~1234~160~18~{WALL}~12009E~8~-29~1~P~71\r\n"));
    assert_eq!(plain.time, at("08:52:11.340"));
    assert_eq!((plain.tag(), plain.mat.as_str(), plain.source.as_str(), plain.seq), ("1234", "BOX", "BOX", Some(12)));
    assert_eq!(
        (plain.device.as_deref(), plain.timer.as_deref(), plain.event.as_deref()),
        (Some("12009E"), Some("160"), Some("18"))
    );
    assert_eq!(plain.kind.as_deref(), Some("P"));

    // A line with eleven fields and leading zeros is the same read as one of a newer box.
    let eleven = only(CHRONOTRACK, &format!("TO~12~1234~160~18~{WALL}~12009E~8~-29~1~P"));
    let padded = only(CHRONOTRACK, &format!("TO~000012~001234~160~018~{WALL}~12009E~8~-29~00001~P~3"));
    assert_eq!(eleven.identity(), plain.identity());
    assert_eq!(padded.identity(), plain.identity());

    for line in [
        "TO~1~A0F~1~1~1813049531~R~1~-1~1~K~1",
        "TO~1~A0F~1~1~1813049531.5~R~1~-1~1~I~1",
        "TO~1~A0F~~~1813049531.123456~R~1~-1~1~P",
    ] {
        assert_eq!(only(CHRONOTRACK, line).tag(), "A0F");
    }
}

#[test]
fn chronotrack_line_ends_and_numbers_of_lines() {
    let line = |tag: &str| format!("TO~1~{tag}~160~18~{WALL}~R~8~-29~1~P~71");
    let body = format!("{}\r\n\r\n{}\n\0{}\r{}\nrubbish\n", line("1"), line("2"), line("3"), line("4"));
    let parsed = parse(CHRONOTRACK, &body);
    assert_eq!(parsed.reads.iter().map(Read::tag).collect::<Vec<_>>(), ["1", "2", "3", "4"]);
    assert_eq!((parsed.rejected.len(), parsed.rejected[0].line), (1, 5));
    assert_eq!(parse(CHRONOTRACK, ""), Parsed::default());
}

#[test]
fn chronotrack_refusals() {
    let cases = [
        ("hello", "A ChronoTrack read begins with TO~, but this is \"hello\"."),
        ("TO~1~2~3", "A ChronoTrack read has 11 or 12 fields, but here are 4."),
        ("TO~x~1234~160~18~1813049531.34~R~8~-29~1~P~71", "The sequence number \"x\" is not a number."),
        ("TO~-1~1234~160~18~1813049531.34~R~8~-29~1~P~71", "The sequence number \"-1\" is not a number."),
        ("TO~1~~160~18~1813049531.34~R~8~-29~1~P~71", "The tag is missing, or longer than 40 characters."),
        ("TO~1~1234~160~18~late~R~8~-29~1~P~71", "The time \"late\" is not a number of seconds."),
        ("TO~1~1234~160~18~~R~8~-29~1~P~71", "The time \"\" is not a number of seconds."),
        ("TO~1~1234~160~18~1e9~R~8~-29~1~P~71", "The time \"1e9\" is not a number of seconds."),
        ("TO~1~1234~160~18~1813049531.34~R~8~-29~1~Q~71", "The type \"Q\" is not P, I or K."),
    ];
    for (line, words) in cases {
        assert_eq!(reason(CHRONOTRACK, line), words);
    }
    let error = formats::parse(CHRONOTRACK, &context(None), b"TO~").unwrap_err();
    assert_eq!(error.code, "mat_required");
}

#[test]
fn wall_times_when_clocks_change() {
    // 2:30 AM of 2027-03-14 is skipped, 1:30 AM of 2027-11-07 occurs twice.
    let skipped = only(CHRONOTRACK, "TO~1~7~1~1~1804991400.00~R~8~-29~1~P~71");
    assert_eq!(skipped.time, core_wasm::dates::parse_instant("2027-03-14T03:30:00-04:00").unwrap());
    let twice = only(CHRONOTRACK, "TO~1~7~1~1~1825551000.00~R~8~-29~1~P~71");
    assert_eq!(twice.time, core_wasm::dates::parse_instant("2027-11-07T01:30:00-04:00").unwrap());
}

const PLAIN: &str = r#"{"source": "box-7", "seq": 12, "mat": "5K", "bib": "1234", "chip": null, "time": "2027-06-15T08:52:11.340-04:00", "invalid": false}"#;

#[test]
fn plain_json() {
    let read = only(JSON, &format!("[{PLAIN}]"));
    assert_eq!(
        (read.source.as_str(), read.seq, read.mat.as_str(), read.tag(), read.time, read.invalid),
        ("box-7", Some(12), "5K", "1234", at("08:52:11.340"), false)
    );
    assert_eq!(only("application/json; charset=utf-8", PLAIN), read, "one read need not be an array");
    assert_eq!(only(JSON, r#"{"bib": 1234, "time": "2027-06-15T12:52:11.34Z"}"#).time, at("08:52:11.340"));
    let least = only(JSON, r#"[{"chip": "00AB", "time": "2027-06-15T12:52:11Z", "extra": {}}]"#);
    assert_eq!((least.mat.as_str(), least.source.as_str(), least.chip.as_deref(), least.seq), ("BOX", "BOX", Some("00AB"), None));
}

#[test]
fn plain_json_refusals() {
    let time = r#""time": "2027-06-15T12:52:11Z""#;
    let cases = [
        ("5", "This is not an object with a read's fields."),
        ("{}", "A read needs a bib or a chip."),
        (&format!(r#"{{"bib": " ", {time}}}"#), "A read needs a bib or a chip."),
        (r#"{"bib": "1"}"#, "The time is missing."),
        (r#"{"bib": "1", "time": 5}"#, "The time must be a text like 2027-06-15T08:52:11.340-04:00."),
        (r#"{"bib": "1", "time": "8:52"}"#, "Please give the time as RFC 3339, like 2027-06-15T08:52:11.340-04:00."),
        (&format!(r#"{{"bib": "1", "seq": 1.5, {time}}}"#), "The seq must be a whole number."),
        (&format!(r#"{{"bib": "1", "invalid": "yes", {time}}}"#), "The field invalid must be true or false."),
        (&format!(r#"{{"bib": ["1"], {time}}}"#), "The field bib must be a text or a whole number."),
    ];
    for (element, words) in cases {
        assert_eq!(reason(JSON, &format!("[{element}]")), words);
    }
    let parsed = parse(JSON, &format!("[{PLAIN}, 1, {PLAIN}]"));
    assert_eq!((parsed.reads.len(), parsed.rejected[0].line), (2, 2), "readable elements are read");

    for body in ["", "[", "7", "\"a\"", "[{]"] {
        assert_eq!(formats::parse(JSON, &context(None), body.as_bytes()).unwrap_err().code, "unreadable_reads", "{body}");
    }
    let no_mat = formats::parse(JSON, &context(None), format!(r#"[{{"bib": "1", {time}}}]"#).as_bytes()).unwrap();
    assert_eq!(no_mat.rejected[0].reason, "The mat is missing.");
}

#[test]
fn race_result_records() {
    let record = r#"{"ID":1,"Bib":50001,"TimingPoint":"STARTFINISH","Result":-10,"Time":32795.944,"Invalid":false,
        "Passing":{"Transponder":"ZICAD30","DeviceID":"D-50432","IsMarker":false,"FileNo":177,"PassingNo":1,"UTCTime":"2027-06-15T12:52:11.340Z"}}"#;
    let read = only(RACE_RESULT, record);
    assert_eq!((read.mat.as_str(), read.tag(), read.time), ("STARTFINISH", "50001", at("08:52:11.340")));
    assert_eq!((read.source.as_str(), read.device.as_deref(), read.seq), ("D-50432", Some("file 177"), Some(1)));
    assert_eq!(only(JSON, &format!("[{record}]")), read, "recognised by its fields");

    let by_clock = only(RACE_RESULT, r#"{"Bib":7,"TimingPoint":"F","Time":31931.34,"Invalid":true}"#);
    assert_eq!((by_clock.time, by_clock.invalid), (at("08:52:11.340"), true));

    assert_eq!(
        reason(RACE_RESULT, r#"{"Bib":7,"TimingPoint":"F","Passing":{"IsMarker":true}}"#),
        "This is a marker, not a read."
    );
    assert_eq!(reason(RACE_RESULT, r#"{"Bib":0,"TimingPoint":"F","Time":1}"#), "The record has neither Bib nor Transponder.");
    assert_eq!(reason(RACE_RESULT, r#"{"Bib":7,"TimingPoint":"F"}"#), "The record has neither UTCTime nor Time.");
}

#[test]
fn mylaps_records() {
    let first = only(MYLAPS, "5Km@Store@000152807:10:42.37911 02  2DC1C25041353@1@$");
    assert_eq!((first.mat.as_str(), first.tag()), ("5Km", "1528"));
    assert_eq!(first.time, core_wasm::dates::parse_instant("2025-04-13T07:10:42.379-04:00").unwrap());
    let second =
        only(MYLAPS, "10KM@Passing@t=13:11:30.904|c=0000041|ct=UH|d=120606|l=13|dv=4|re=0|an=00001111|g=0|b=41|n=41@1016@$");
    assert_eq!((second.mat.as_str(), second.tag(), second.seq), ("10KM", "41", Some(41)));
    assert_eq!(second.time, core_wasm::dates::parse_instant("2012-06-06T13:11:30.904-04:00").unwrap());
    let two = parse(MYLAPS, "A@Passing@t=13:11:30.904|c=41|d=120606@t=13:11:31.904|c=42|d=120606@7@$B@Pong@$");
    assert_eq!((two.reads.len(), two.rejected.len(), two.controls), (2, 0, 1));
    assert_eq!(reason(MYLAPS, "t=13:11:30.904|d=120606"), "The passing has neither a chip (c) nor a bib (b).");
    let gun = parse(MYLAPS, "A@Passing@mt=Gunshot|t=13:11:30@1@$");
    assert_eq!((gun.reads.len(), gun.rejected.len(), gun.marks.len()), (0, 0, 1));
}

#[test]
fn csv_of_reads() {
    let parsed = parse(CSV, "\u{feff}Time,BIB,mat\n2027-06-15 08:52:11.34,0012,5K\n,12,5K\n2027-06-15T12:52:11.34Z,12,\n");
    assert_eq!(parsed.reads.len(), 2);
    assert!(parsed.reads.iter().all(|read| read.time == at("08:52:11.340") && read.tag() == "12"));
    assert_eq!((parsed.rejected[0].line, parsed.rejected[0].reason.as_str()), (3, "The time is missing."));
    assert_eq!(formats::parse(CSV, &context(None), b"a,b\n1,2").unwrap_err().code, "unreadable_reads");
}

#[test]
fn other_content_types() {
    assert_eq!(formats::parse("text/plain", &context(None), b"").unwrap_err().code, "unsupported_format");
}

#[test]
fn the_first_thousand_refused_lines_are_listed_and_all_are_counted() {
    let lines = "x\n".repeat(1500);
    let numbers = format!("[{}1]", "1,".repeat(1499));
    for (kind, body) in [
        (CHRONOTRACK, &lines),
        (MYLAPS, &lines),
        (CSV, &format!("bib,time\n{}", "1,never\n".repeat(1500))),
        (JSON, &numbers),
        (RACE_RESULT, &numbers),
    ] {
        let parsed = parse(kind, body);
        assert_eq!((parsed.rejected.len(), parsed.rejected_total), (1000, 1500), "{kind}");
        assert_eq!(parsed.rejected[999].line - parsed.rejected[0].line, 999, "the first ones");
    }
    let broken = formats::parse(JSON, &context(None), b"[1, 2").unwrap_err();
    assert!(
        broken.code == "unreadable_reads" && broken.message.starts_with("This is not JSON: EOF while parsing a list"),
        "{}",
        broken.message
    );
}

proptest::proptest! {
    /// No body causes a panic, and every line that is not blank is read or refused.
    #[test]
    fn every_line_of_any_body_is_read_or_refused(body in r#"(TO~|[0-9]{1,20}|[~@$|=:.,;"{}\[\]\r\n -]|t=|d=|c=|Store|Passing|é|\x00|[A-Za-z]){0,60}"#) {
        for format in [Format::SimpleApi, Format::RunSignup] {
            let _ = format.parse(&context(None), body.as_bytes());
        }
        for kind in [CHRONOTRACK, RACE_RESULT, MYLAPS, IPICO, JSON, CSV] {
            let _ = formats::parse(kind, &context(Some("BOX")), body.as_bytes());
            let _ = core_wasm::timing::entrants::Table::parse("text/csv", body.as_bytes(), &core_wasm::timing::entrants::SUBJECT);
            let _ = core_wasm::live::Board::new().load(body.as_bytes());
        }
        let parsed = parse(CHRONOTRACK, &body);
        let lines = body.split(['\r', '\n']).filter(|line| !line.trim_matches(['\0', ' ', '\t']).is_empty()).count();
        let read = parsed.reads.len() + parsed.marks.len() + parsed.controls;
        proptest::prop_assert_eq!(read + parsed.rejected_total, lines);
    }
}
