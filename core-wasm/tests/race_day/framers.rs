//! Every format's framer, fed the same bytes in all portions and with damaged bytes.

use std::collections::BTreeMap;
use std::ops::Range;

use core_wasm::error::CoreError;
use core_wasm::timing::Read;
use core_wasm::timing::formats::{Context, Format, Framer, Parsed};
use proptest::prelude::*;

fn context() -> Context<'static> {
    Context { mat: Some("BOX"), date: chrono::NaiveDate::from_ymd_opt(2027, 6, 15), ..Context::default() }
}

/// A MYLAPS record of version 1, with its checksum.
pub(crate) fn version_1(chip: &str, time: &str) -> String {
    let record = format!("{chip:7}{time}11 02  2DC1C270615");
    let sum = record.bytes().fold(0_u8, u8::wrapping_add);
    format!("{record}{sum:02X}")
}

/// An IPICO line, with its checksum.
pub(crate) fn ipico(tag: &str, time: &str, hundredths: u8) -> String {
    let line = format!("aa00{tag:0>12}0100270615{time}{hundredths:02x}");
    let sum = line.bytes().skip(2).fold(0_u8, u8::wrapping_add);
    format!("{line}{sum:02x}")
}

struct Sample {
    format: Format,
    body: String,
    /// The part of the body whose damage concerns single records: not the line that names the columns.
    damaged: Range<usize>,
    checksum: bool,
}

fn samples() -> Vec<Sample> {
    let of = |format, body: String| Sample { format, damaged: 0..body.len(), body, checksum: false };
    let with_checksum = |format, body: String| Sample { checksum: true, ..of(format, body) };
    let to = |tag: u32, at: &str| format!("TO~{tag}~{tag}~160~18~18130495{at}~12009E~8~-29~1~P~71\r\n");
    let ct = |tag: u32, at: &str| format!("CT01_13~{tag}~START~{tag}~15:54:{at}~1~117F37~8\r\n");
    let mylaps_1 = |name: &str, number: u32, chips: &[(&str, &str)]| {
        let records: Vec<String> = chips.iter().map(|(chip, time)| version_1(chip, time)).collect();
        format!("{name}@Store@{}@{number}@$", records.join("@"))
    };
    let passing =
        |bib: u32, time: &str| format!("t={time}|c=00{bib}|ct=UH|d=270615|l=13|dv=4|re=0|an=00001111|g=0|b={bib}|n={bib}");
    let json = |bib: u32, time: &str| {
        format!(r#"{{"source":"b","seq":{bib},"mat":"5K","bib":"{bib}","time":"2027-06-15T08:52:{time}-04:00","invalid":false}}"#)
    };
    let record = |bib: u32, time: &str| {
        format!(
            r#"{{"Bib":{bib},"TimingPoint":"F","Passing":{{"Transponder":"T{bib}","DeviceID":"D","PassingNo":{bib},"UTCTime":"2027-06-15T12:52:{time}Z"}}}}"#
        )
    };
    let head = "bib,chip,time,mat,source,seq,invalid\n";
    let csv = format!(
        "{head}101,A101,2027-06-15 08:52:11.34,5K,b,1,false\n102,A102,2027-06-15 08:52:12.34,5K,b,2,false\n103,\"A103\",2027-06-15 08:52:13.34,5K,b,3,false\n"
    );
    vec![
        of(Format::Chronotrack, to(1211, "31.34") + &to(1352, "32.11") + &to(1473, "35.90") + &to(1564, "36.02")),
        of(Format::Chronotrack, ct(50101, "48.90") + &ct(50212, "49.15") + &ct(50333, "52.00")),
        with_checksum(
            Format::Mylaps,
            "5Km@Pong@$".to_owned()
                + &mylaps_1("5Km", 71, &[("KV86583", "07:10:42.379"), ("TC39701", "07:10:43.002")])
                + &mylaps_1("10Km", 82, &[("FL89647", "07:11:42.379")])
                + "\0\0"
                + &mylaps_1("5Km", 93, &[("LL00113", "07:12:42.379"), ("0001528", "07:13:00.000"), ("HK05409", "07:13:01.000")]),
        ),
        of(
            Format::Mylaps,
            format!("10Km@Ping@$10Km@Passing@{}@{}@1016@$", passing(4123, "13:11:30.904"), passing(4245, "13:12:21.830"))
                + &format!("5Km@Passing@{}@1017@$\r\n", passing(4367, "13:12:51.000")),
        ),
        with_checksum(
            Format::Ipico,
            [("058003700101", "085211", 34), ("058003ab0102", "085212", 9), ("058003700103", "085213", 99)]
                .map(|(tag, time, hundredths)| ipico(tag, time, hundredths) + "\r\n")
                .concat(),
        ),
        Sample { damaged: head.len()..csv.len(), ..of(Format::Csv, csv) },
        of(
            Format::Csv,
            [
                "1,AB101,201,\"2027-06-15 08:52:11.340\",R1,1\n",
                "2,AB102,202,\"2027-06-15 08:52:12.340\",R1,2\n",
                "1,AB103,203,\"2027-06-15 08:52:13.340\",R1,1\n",
            ]
            .concat(),
        ),
        of(Format::Json, format!("[{}, {},\n{}]", json(1211, "11.340"), json(1352, "12.340"), json(1473, "13.340"))),
        of(Format::RaceResult, format!("[{},{},{}]", record(1211, "11.340"), record(1352, "12.340"), record(1473, "13.340"))),
    ]
}

fn framed<'a>(format: Format, portions: impl IntoIterator<Item = &'a [u8]>) -> Result<Parsed, CoreError> {
    let (mut framer, mut parsed) = (Framer::new(format), Parsed::default());
    for portion in portions {
        framer.push(&context(), portion, &mut parsed)?;
    }
    framer.finish(&context(), &mut parsed)?;
    Ok(parsed)
}

/// A read with what a runner's time depends on.
type Key = (String, String, i64);

fn key(read: &Read) -> Key {
    (read.mat.clone(), read.tag().to_owned(), read.time)
}

/// The acknowledgements that the server sends when it knows the points `5Km` and `10Km`, each with its reads.
fn acknowledged(parsed: &Parsed) -> BTreeMap<&str, Range<usize>> {
    let answers = parsed.answers.iter().filter(|answer| answer.acknowledges());
    let known =
        answers.filter(|answer| parsed.reads[answer.reads.clone()].iter().all(|read| ["5Km", "10Km"].contains(&&*read.mat)));
    known.map(|answer| (answer.text.as_str(), answer.reads.clone())).collect()
}

#[test]
fn portions_of_any_size_give_the_same_records_and_answers() {
    for Sample { format, body, .. } in samples() {
        let body = body.as_bytes();
        let whole = format.parse(&context(), body).unwrap();
        assert!(whole.reads.len() >= 3 && whole.rejected.is_empty(), "{format:?}: {whole:?}");
        for cut in 0..=body.len() {
            assert_eq!(framed(format, [&body[..cut], &body[cut..]]).unwrap(), whole, "{format:?} cut at {cut}");
        }
        assert_eq!(framed(format, body.chunks(1)).unwrap(), whole, "{format:?} byte by byte");
    }
}

#[test]
fn a_damaged_byte_changes_at_most_the_record_where_it_is() {
    for Sample { format, body, damaged, checksum } in samples() {
        let body = body.as_bytes();
        let whole = format.parse(&context(), body).unwrap();
        let original: Vec<Key> = whole.reads.iter().map(key).collect();
        for at in damaged {
            let bits = (0..8).map(|bit| body[at] ^ (1 << bit));
            for byte in bits.chain(*b"$@\n\r\0|=~,;\"{}[]: 0a") {
                if byte == body[at] {
                    continue;
                }
                let mut damaged = body.to_vec();
                damaged[at] = byte;
                let place = || format!("{format:?} with {:?} instead of {:?} at {at}", char::from(byte), char::from(body[at]));
                // A refused document is not acknowledged, so the sender sends it again.
                let Ok(parsed) = format.parse(&context(), &damaged) else {
                    assert!(matches!(format, Format::Json | Format::RaceResult), "{}", place());
                    continue;
                };
                let found: Vec<Key> = parsed.reads.iter().map(key).collect();
                let lost: Vec<&Key> = original.iter().filter(|key| !found.contains(key)).collect();
                let new: Vec<&Key> = found.iter().filter(|key| !original.contains(key)).collect();
                assert!(found.len() <= original.len(), "{}: {found:?}", place());
                assert!(new.len() <= lost.len(), "{}: {new:?}", place());
                if format == Format::Mylaps {
                    // The names of points are in no checksum; the server takes the known ones only.
                    let unknown = new.iter().all(|(mat, tag, time)| {
                        !["5Km", "10Km"].contains(&mat.as_str()) && lost.iter().any(|lost| (&lost.1, lost.2) == (tag, *time))
                    });
                    assert!(!checksum || unknown, "{}: {new:?}", place());
                    let forgotten = acknowledged(&parsed);
                    for (text, reads) in acknowledged(&whole) {
                        let lost = whole.reads[reads].iter().filter(|read| !found.contains(&key(read))).count();
                        let sent_again = !forgotten.contains_key(text);
                        assert!(lost == 0 || sent_again || (!checksum && lost == 1), "{}: {lost} lost", place());
                    }
                } else {
                    assert!(!checksum || new.is_empty(), "{}: {new:?}", place());
                    // A damaged line end concerns the lines before and after it.
                    let records = if body[at].is_ascii_control() { 2 } else { 1 };
                    assert!(lost.len() <= records, "{}: {lost:?}", place());
                }
                let rows = whole.reads.len();
                assert!(found.len() == rows || parsed.rejected_total > 0, "{}: a lost record is reported", place());
            }
        }
    }
}

proptest! {
    /// Records that are sent in any portions, with NULs and line ends between them and however often, arrive once each.
    #[test]
    fn nothing_is_lost_and_nothing_invented(
        chips in prop::collection::vec((0_u32..9_999_999, 0_u32..86_400_000), 1..30),
        records in 1_usize..5,
        between in prop::sample::select(vec!["", "\0", "\r\n", "Start@Pong@$", "Start@AckPing@$"]),
        repeated in 1_usize..4,
        portions in prop::collection::vec(1_usize..90, 1..40),
    ) {
        let time = |ms: u32| format!("{:02}:{:02}:{:02}.{:03}", ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
        let mut body = String::new();
        for (number, group) in chips.chunks(records).enumerate() {
            let group: Vec<String> = group.iter().map(|(chip, ms)| version_1(&format!("{chip:07}"), &time(*ms))).collect();
            for _ in 0..repeated {
                body += &format!("5Km@Store@{}@{}@${between}", group.join("@"), number + 1);
            }
        }
        let (mut rest, mut sizes, mut cut) = (body.as_bytes(), portions.iter().cycle(), Vec::new());
        while !rest.is_empty() {
            let (portion, after) = rest.split_at((*sizes.next().unwrap()).min(rest.len()));
            cut.push(portion);
            rest = after;
        }
        let parsed = framed(Format::Mylaps, cut).unwrap();
        prop_assert_eq!(parsed.rejected_total, 0);
        let mut found: Vec<String> = parsed.reads.iter().map(Read::identity).collect();
        found.sort();
        found.dedup();
        let mut sent: Vec<(u32, u32)> = chips.clone();
        sent.sort_unstable();
        sent.dedup();
        prop_assert_eq!(found.len(), sent.len());
        prop_assert_eq!(parsed.answers.iter().filter(|answer| answer.acknowledges()).count(), chips.chunks(records).count() * repeated);
    }
}
