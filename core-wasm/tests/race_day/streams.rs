//! What each timer's stream contains beside reads: answers, guns, changes of clocks; and what a framer holds.

use core_wasm::dates::parse_instant;
use core_wasm::timing::formats::{Context, DOCUMENT_BYTES, Format, Framer, Parsed};
use core_wasm::timing::mark::{Mark, MarkKind};
use core_wasm::timing::status::Override;

use crate::at;
use crate::framers::{ipico, version_1};

fn context() -> Context<'static> {
    Context { mat: Some("BOX"), date: chrono::NaiveDate::from_ymd_opt(2027, 6, 15), ..Context::default() }
}

fn parse(format: Format, body: &str) -> Parsed {
    format.parse(&context(), body.as_bytes()).unwrap()
}

fn answers(parsed: &Parsed) -> Vec<&str> {
    parsed.answers.iter().map(|answer| answer.text.as_str()).collect()
}

fn push(framer: &mut Framer, body: &str) -> Parsed {
    let mut parsed = Parsed::default();
    framer.push(&context(), body.as_bytes(), &mut parsed).unwrap();
    parsed
}

#[test]
fn mylaps_words_about_the_connection_are_answered_and_not_refused() {
    let body =
        "Toolkit@Pong@$Toolkit@AckPing@$Start@Ping@$5Km@AckGetInfo@id=20250558687|n=Decoder@$Toolkit@GetLocations@ln=Start@$";
    let parsed = parse(Format::Mylaps, body);
    assert_eq!((parsed.rejected_total, parsed.controls), (0, 5));
    assert_eq!(answers(&parsed), ["Splitline@AckPong@Version2.1@t|c|ct|d|l|dv|re|an|g|b|n@$", "Splitline@AckPing@$"]);
    assert!(parsed.answers.iter().all(|answer| !answer.acknowledges()));
}

#[test]
fn a_mylaps_acknowledgement_belongs_to_the_records_of_its_message() {
    let (first, second, third) =
        (version_1("KV86583", "07:10:42.379"), version_1("TC39701", "07:10:43.000"), version_1("FL89647", "07:10:44.000"));
    let parsed = parse(
        Format::Mylaps,
        &format!("5Km@Store@{first}@{second}@71@$10Km@Store@{third}@72@$Start@Marker@t=08:30:00.5|mt=Gunshot|n=Gunshot 1@73@$"),
    );
    assert_eq!(answers(&parsed), ["Splitline@AckStore@71@$", "Splitline@AckStore@72@$", "Splitline@AckMarker@73@$"]);
    let ranges: Vec<_> = parsed.answers.iter().map(|answer| (answer.reads.clone(), answer.marks.clone())).collect();
    assert_eq!(ranges, [(0..2, 0..0), (2..3, 0..0), (3..3, 0..1)]);
}

#[test]
fn a_mylaps_message_without_its_number_loses_no_record() {
    let (first, second) = (version_1("KV86583", "07:10:42.379"), version_1("TC39701", "07:10:43.000"));
    for body in [format!("5Km@Store@{first}@{second}@$"), format!("5Km@Store@{first}@{second}$")] {
        let parsed = parse(Format::Mylaps, &body);
        assert_eq!((parsed.reads.len(), parsed.rejected_total, parsed.answers.len()), (2, 0, 0), "{body}");
    }
    let passings = parse(Format::Mylaps, "5Km@Passing@t=13:11:30.904|c=41|d=120606@t=13:11:31.904|c=42|d=120606@$");
    assert_eq!((passings.reads.len(), passings.answers.len()), (2, 0));
}

#[test]
fn a_wrong_mylaps_checksum_is_refused_and_the_message_sent_again() {
    let right = version_1("KV86583", "07:10:42.379");
    let wrong = right.replace("07:10", "07:20");
    let message = format!("5Km@Store@{}@{wrong}@71@$", version_1("TC39701", "07:10:43.000"));
    let mut framer = Framer::new(Format::Mylaps);
    for time in 1..=2 {
        let parsed = push(&mut framer, &message);
        assert_eq!((parsed.reads.len(), parsed.rejected_total, answers(&parsed)), (1, 1, vec![]), "time {time}");
        assert_eq!(parsed.rejected[0].reason, format!("The checksum of \"{wrong}\" is wrong."));
    }
    // Other messages are not held up, and a record that is wrong at its sender is given up.
    let other = push(&mut framer, &format!("5Km@Store@{right}@72@$"));
    assert_eq!(answers(&other), ["Splitline@AckStore@72@$"]);
    let third = push(&mut framer, &message);
    assert_eq!((third.rejected_total, answers(&third)), (1, vec!["Splitline@AckStore@71@$"]));
}

#[test]
fn two_mylaps_messages_run_together_are_refused() {
    let (first, second) = (version_1("KV86583", "07:10:42.379"), version_1("TC39701", "07:10:43.000"));
    for between in ["", "x"] {
        let body = format!("5Km@Store@{first}@71@{between}10Km@Store@{second}@72@$");
        let parsed = parse(Format::Mylaps, &body);
        assert_eq!((parsed.reads.len(), parsed.rejected_total, parsed.answers.len()), (0, 1, 0), "{body}");
    }
    let greeted = parse(Format::Mylaps, &format!("5Km@Pong@5Km@Store@{first}@71@$"));
    assert_eq!((greeted.rejected_total, greeted.controls, greeted.answers.len()), (1, 0, 0));
}

#[test]
fn mylaps_guns_and_markers() {
    let body = "Start@Marker@t=08:30:00.347|mt=Gunshot|n=Gunshot 1@t=08:31:00|mt=mark|n=x@4@$\
        Start@Marker@08:35:00.5|ext-gun|Wave 2@5@$Start@Passing@t=08:40:00.5|c=ext-gun|d=270615@6@$Start@Marker@t=08:31:00|mt=tea@7@$";
    let parsed = parse(Format::Mylaps, body);
    let marks: Vec<_> = parsed.marks.iter().map(|mark| (mark.kind, mark.time, mark.mat.as_str(), mark.detail.as_str())).collect();
    assert_eq!(
        marks,
        [
            (MarkKind::Gun, at("08:30:00.347"), "Start", "Gunshot 1"),
            (MarkKind::Button, at("08:31:00"), "Start", "x"),
            (MarkKind::Gun, at("08:35:00.5"), "Start", "Wave 2"),
            (MarkKind::Gun, at("08:40:00.5"), "Start", ""),
        ]
    );
    assert_eq!((parsed.reads.len(), parsed.rejected[0].reason.as_str()), (0, "The marker's type \"tea\" is unknown."));
    assert_eq!(answers(&parsed), ["Splitline@AckMarker@4@$", "Splitline@AckMarker@5@$", "Splitline@AckPassing@6@$"]);
}

#[test]
fn a_record_that_is_sent_38_times_is_one_read() {
    let message = format!("5Km@Store@{}@71@$", version_1("KV86583", "07:10:42.379"));
    let parsed = parse(Format::Mylaps, &message.repeat(38));
    assert_eq!((parsed.reads.len(), parsed.answers.len()), (38, 38), "each time is acknowledged");
    let first = parsed.reads[0].identity();
    assert!(parsed.reads.iter().all(|read| read.identity() == first));
}

#[test]
fn a_stream_that_breaks_off_gives_no_part_of_a_record() {
    let message = "10KM@Passing@t=13:11:30.904|c=0000041|d=120606|b=41@1016@$";
    for end in 0..message.len() {
        let parsed = push(&mut Framer::new(Format::Mylaps), &message[..end]);
        assert_eq!(parsed, Parsed::default(), "{}", &message[..end]);
    }
}

#[test]
fn times_without_a_date_belong_to_the_race_also_past_midnight() {
    let start = parse_instant("2027-06-15T20:00:00-04:00").unwrap();
    let evening = Context { start: Some(start), ..context() };
    for (clock, instant) in [
        ("14:00:00", "2027-06-15T14:00:00-04:00"),
        ("20:00:00", "2027-06-15T20:00:00-04:00"),
        ("23:59:59", "2027-06-15T23:59:59-04:00"),
        ("00:00:01", "2027-06-16T00:00:01-04:00"),
        ("13:59:59", "2027-06-16T13:59:59-04:00"),
    ] {
        let parsed = Format::Chronotrack.parse(&evening, format!("CT01_13~24~F~7~{clock}~1~117F37~8").as_bytes()).unwrap();
        assert_eq!(parsed.reads[0].time, parse_instant(instant).unwrap(), "{clock}");
    }
    let dateless = Context { date: None, ..context() };
    let refused = Format::Chronotrack.parse(&dateless, b"CT01_13~24~F~7~13:00:00~1~117F37~8").unwrap();
    assert_eq!(refused.rejected[0].reason, "There is only a time of day, and the race has no date.");
}

#[test]
fn chronotrack_streams() {
    let body = "SimpleClient~0.5.0~CTP01\r\nack~getlocations~START~FINISH\r\nCT01_13~24~START~50101~08:54:48.90~1~117F37~8\r\n\
        CT01_33~25~START~newlocation~09:15:21.00~0~ED932A~0\r\nCT01_33~26~START~50102~2027-06-15T08:54:49.10~1~117F37~8\r\n\
        CT01_33~4~START~guntime~08:45:01.01~0~DF239A~0\r\nping\r\n";
    let parsed = parse(Format::Chronotrack, body);
    assert_eq!((parsed.rejected_total, parsed.controls), (0, 4));
    assert_eq!(
        answers(&parsed),
        ["Splitline~1~3\r\nstream-mode=push\r\ntime-format=iso\r\npushmode-ack=false\r\nstart\r\n", "ack~ping\r\n"]
    );
    let reads: Vec<_> = parsed.reads.iter().map(|read| (read.mat.as_str(), read.tag(), read.seq, read.time)).collect();
    assert_eq!(reads, [("START", "50101", Some(24), at("08:54:48.9")), ("START", "50102", Some(26), at("08:54:49.1"))]);
    let gun = Mark {
        source: "DF239A".into(),
        mat: "START".into(),
        kind: MarkKind::Gun,
        seq: Some(4),
        time: at("08:45:01.01"),
        ..Mark::default()
    };
    assert_eq!(parsed.marks, [gun]);
}

#[test]
fn chronotrack_marks() {
    let body = "I11A9D,31,TimeChange,8,27061508260304,27061508260243\nI11A9D,32,Gun,252,27061508300516,Button Press\n\
        I11A9D,33,Rdr1Pwr,253,27061508300600,ON\nI11A9D,34,Manual,254,27061508310000,Button, Press\n";
    let parsed = parse(Format::Chronotrack, body);
    assert_eq!((parsed.rejected_total, parsed.controls, parsed.marks.len()), (0, 1, 3));
    let [change, gun, button] = parsed.marks.as_slice() else { panic!() };
    assert_eq!((change.kind, change.time, change.was), (MarkKind::ClockChange, at("08:26:03.04"), Some(at("08:26:02.43"))));
    assert_eq!((change.clock_offset_ms(), change.next_read), (Some(610), Some(8)));
    assert_eq!((gun.kind, gun.time, gun.seq, gun.detail.as_str()), (MarkKind::Gun, at("08:30:05.16"), Some(32), "Button Press"));
    assert_eq!((gun.source.as_str(), gun.mat.as_str(), gun.clock_offset_ms()), ("I11A9D", "BOX", None));
    assert_eq!((button.kind, button.detail.as_str()), (MarkKind::Button, "Button, Press"));
    let identities: std::collections::BTreeSet<String> = parsed.marks.iter().map(Mark::identity).collect();
    assert_eq!(identities.len(), 3);
    assert_eq!(parse(Format::Chronotrack, body).marks[1].identity(), gun.identity());

    for (line, words) in [
        ("I11A9D,x,Gun,252,27061508300516,Button Press", "The line number \"x\" is not a number."),
        ("I11A9D,32,Gun,252,2706150830051,Button Press", "The time \"2706150830051\" is not one like 21050808005516."),
        ("I11A9D,32,Gun,252,27061525300516,Button Press", "The time \"27061525300516\" is not one like 21050808005516."),
        ("I11A9D,31,TimeChange,8,27061508260304,soon", "The time \"soon\" is not one like 21050808005516."),
    ] {
        assert_eq!(parse(Format::Chronotrack, line).rejected[0].reason, words);
    }
}

#[test]
fn ipico_lines() {
    let parsed = parse(Format::Ipico, "aa400000000123450a2a01123018455927a7\r\n");
    assert_eq!(parsed.reads[0].time, parse_instant("2001-12-30T18:45:59.39-05:00").unwrap());
    assert_eq!((parsed.reads[0].tag(), parsed.reads[0].device.as_deref()), ("12345", Some("40")));

    let line = ipico("058003ab0102", "085211", 34);
    let first = parse(Format::Ipico, &format!("{line}FS\n{line}LS\n"));
    assert_eq!(first.reads.iter().map(|read| read.kind.as_deref()).collect::<Vec<_>>(), [Some("FS"), Some("LS")]);
    assert_eq!((first.reads[0].time, first.reads[0].tag()), (at("08:52:11.34"), "058003ab0102"));

    let wrong = line.replace("ab", "ac");
    assert_eq!(parse(Format::Ipico, &wrong).rejected[0].reason, format!("The checksum of \"{wrong}\" is wrong."));
    assert_eq!(Format::Ipico.parse(&Context::default(), line.as_bytes()).unwrap_err().code, "mat_required");
}

#[test]
fn csv_of_readers() {
    let body = "0,0,0,\"2027-06-15 08:30:00.500\",R1,0\n1,AB12,123,\"2027-06-15 08:52:11.340\",R1,1\n2,AB13,,06/15/2027 08:52:12.340,R1,2\n";
    let parsed = parse(Format::Csv, body);
    assert_eq!((parsed.rejected_total, parsed.reads.len()), (0, 2));
    assert_eq!(
        (parsed.marks[0].kind, parsed.marks[0].time, parsed.marks[0].source.as_str()),
        (MarkKind::Gun, at("08:30:00.5"), "R1")
    );
    let read = &parsed.reads[0];
    assert_eq!(
        (read.tag(), read.chip.as_deref(), read.time, read.device.as_deref()),
        ("123", Some("AB12"), at("08:52:11.34"), Some("1"))
    );
    assert_eq!((parsed.reads[1].tag(), parsed.reads[1].time), ("AB13", at("08:52:12.34")));
}

#[test]
fn an_unclosed_quote_swallows_no_line_of_csv() {
    let parsed = parse(Format::Csv, "bib,time,mat,lane\n1,2027-06-15 08:52:11,\"5K\n2,2027-06-15 08:52:12,5K\n");
    assert_eq!((parsed.reads.len(), parsed.rejected[0].line), (1, 2));
    assert_eq!(parsed.reported[0].reason, "The column \"lane\" is not read.");
}

/// The record of TIMING.md: a device whose zone is not set.
const RECORD: &str = r#"{"ID":1,"Bib":50001,"TimingPoint":"STARTFINISH","Result":-10,"Time":32795.944,"Invalid":false,
    "Passing":{"Transponder":"ZICAD30","Hits":75,"RSSI":-75,"LoopID":8,"Channel":8,"StatusFlags":128,"DeviceID":"D-50432",
    "DeviceName":"Support Decoder","IsMarker":false,"FileNo":177,"PassingNo":1,"Received":"2024-01-12T09:07:43.15+01:00",
    "UTCTime":"2024-01-12T09:06:35.944Z"}}"#;

#[test]
fn a_race_result_time_that_contradicts_the_local_one_is_reported() {
    let parsed = parse(Format::RaceResult, RECORD);
    assert_eq!(parsed.reads[0].time, parse_instant("2024-01-12T09:06:35.944-05:00").unwrap());
    assert_eq!(
        (parsed.reported[0].line, parsed.reported[0].reason.as_str()),
        (
            1,
            "UTCTime 2024-01-12T09:06:35.944Z contradicts Time and Received. The local time of the race counts: 2024-01-12T09:06:35.944-05:00."
        )
    );
    assert_eq!((parsed.rejected_total, parsed.reported_total), (0, 1));

    let time = |received: &str, utc: &str| {
        let record = RECORD.replace("2024-01-12T09:07:43.15+01:00", received).replace("2024-01-12T09:06:35.944Z", utc);
        let parsed = parse(Format::RaceResult, &record);
        (core_wasm::dates::format_instant(parsed.reads[0].time, core_wasm::dates::Tz::UTC), parsed.reported_total)
    };
    let right = "2024-01-12T14:06:35.944+00:00".to_owned();
    // UTCTime agrees with the local time.
    assert_eq!(time("2024-01-12T09:07:43.15-05:00", "2024-01-12T14:06:35.944Z"), (right.clone(), 0));
    // UTCTime is the local time; the receiving computer writes its own zone or UTC.
    assert_eq!(time("2024-01-12T09:07:43.15-05:00", "2024-01-12T09:06:35.944Z"), (right.clone(), 1));
    assert_eq!(time("2024-01-12T14:07:43.15Z", "2024-01-12T09:06:35.944Z"), (right, 1));
    // The device's own zone is wrong, but UTCTime is right by the moment of receipt.
    let other = "2024-01-12T17:06:35.944+00:00".to_owned();
    assert_eq!(time("2024-01-12T17:07:43.15Z", "2024-01-12T17:06:35.944Z"), (other, 1));
    // Received just after midnight of the computer.
    let late = RECORD.replace("32795.944", "86395.944").replace("2024-01-12T09:07:43.15+01:00", "2024-01-13T00:00:03-05:00");
    let late = parse(Format::RaceResult, &late.replace("2024-01-12T09:06:35.944Z", "2024-01-12T23:59:55.944Z"));
    assert_eq!(late.reads[0].time, parse_instant("2024-01-12T23:59:55.944-05:00").unwrap());
}

#[test]
fn results_of_the_simple_api() {
    let rows = r#"[{"Bib":"0012","FirstName":"Ann","LastName":"Ng","Sex":"f","Contest.Name":"10K","Status":0,"Finish.GUN":"1:02:03.4","Finish.CHIP":"1:01:59"},
        {"Bib":13,"Status":3},{"Bib":14,"Status":1,"ChipTime":"59:59.99"},{"Status":0},{"Bib":15,"Finish.GUN":"soon"}]"#;
    let parsed = parse(Format::SimpleApi, rows);
    let [ann, out, guest] = parsed.results.as_slice() else { panic!("{parsed:?}") };
    assert_eq!((ann.bib.as_str(), ann.gender.as_str(), ann.list.as_str()), ("12", "f", "10K"));
    assert_eq!((ann.gun_ms, ann.chip_ms, ann.status), (Some(3_723_400), Some(3_719_000), None));
    assert_eq!((out.status, out.gun_ms), (Some(Override::Dnf), None));
    assert_eq!((guest.chip_ms, parsed.reported[0].reason.as_str()), (Some(3_599_990), "Bib 14 is out of competition."));
    let reasons: Vec<_> = parsed.rejected.iter().map(|refused| (refused.line, refused.reason.as_str())).collect();
    assert_eq!(reasons, [(4, "The row has no bib."), (5, "The time \"soon\" is not one like 1:23:45.6.")]);
    assert_eq!(parse(Format::SimpleApi, &format!("[{RECORD}]")).reads.len(), 1, "a list of raw data");
}

#[test]
fn results_of_runsignup() {
    let body = r#"{"individual_results_sets":[
        {"individual_result_set_name":"Overall","public_results":"T","results":[
          {"result_id":1,"place":1,"bib":204,"first_name":"Ann","last_name":"Ng","gender":"F","age":37,"clock_time":"1:13:12","chip_time":"","pace":"5:37","split-77":"35:10.5"},
          {"place":null,"bib":205,"first_name":"Bo","last_name":"Day","gender":"NB","clock_time":"DQ","chip_time":"DQ"},
          {"bib":206,"clock_time":"DNQ"}]},
        {"individual_result_set_name":"Test","public_results":"F","results":[{"bib":1,"clock_time":"10:00"}]}]}"#;
    let parsed = parse(Format::RunSignup, body);
    let [ann, bo, third] = parsed.results.as_slice() else { panic!("{parsed:?}") };
    assert_eq!(
        (ann.list.as_str(), ann.place, ann.age, ann.gun_ms, ann.chip_ms),
        ("Overall", Some(1), Some(37), Some(4_392_000), None)
    );
    assert_eq!((ann.splits[0].label.as_str(), ann.splits[0].ms), ("77", 2_110_500));
    assert_eq!((bo.status, bo.gender.as_str(), bo.gun_ms), (Some(Override::Dq), "a", None));
    assert_eq!((third.status, parsed.reported[0].reason.as_str()), (None, "Bib 206 has DNQ instead of a time."));
    assert_eq!((parsed.controls, parsed.rejected_total), (1, 0));
    for broken in ["", "[]", "{}", r#"{"error":{"error_code":6,"error_msg":"Key not found"}}"#] {
        assert_eq!(Format::RunSignup.parse(&context(), broken.as_bytes()).unwrap_err().code, "unreadable_reads", "{broken}");
    }
}

#[test]
fn what_a_framer_holds_is_bounded() {
    let line = ipico("058003ab0102", "085211", 34);
    for (format, most, end, good) in [
        (Format::Chronotrack, 4096, "\n", "TO~1~7~1~1~1813049531.00~R~8~-29~1~P~71\n".to_owned()),
        (Format::Ipico, 4096, "\n", format!("{line}\n")),
        (Format::Csv, 4096, "\n", "1,A,2,2027-06-15 08:52:11,R,1\n".to_owned()),
        (Format::Mylaps, 262_144, "$", format!("5Km@Store@{}@7@$", version_1("KV86583", "07:10:42.379"))),
    ] {
        let (mut framer, mut parsed) = (Framer::new(format), Parsed::default());
        for _ in 0..400 {
            framer.push(&context(), "x".repeat(1000).as_bytes(), &mut parsed).unwrap();
            assert!(framer.held() <= most, "{format:?} holds {}", framer.held());
        }
        framer.push(&context(), format!("{end}{good}").as_bytes(), &mut parsed).unwrap();
        let reasons: Vec<&str> = parsed.rejected.iter().map(|refused| refused.reason.as_str()).collect();
        assert_eq!((parsed.reads.len(), reasons), (1, vec!["This is longer than any record."]), "{format:?}");
    }
    for format in [Format::Json, Format::RaceResult, Format::SimpleApi, Format::RunSignup] {
        let (mut framer, portion) = (Framer::new(format), vec![b' '; DOCUMENT_BYTES]);
        framer.push(&context(), &portion, &mut Parsed::default()).unwrap();
        assert!(framer.push(&context(), b" ", &mut Parsed::default()).is_err(), "{format:?}");
        assert!(framer.held() <= DOCUMENT_BYTES);
    }
}
