//! How good the estimates of a runner's next point and finish are: of the recorded day (`SPLITLINE_DATA`, by default `../shared/data`;
//! without it that part is skipped) and of generated marathons. At each passing what the board knew at that moment is asked, and compared
//! with what came. Prints how often the truth fell inside the range, and the median of the error as a part of the time to the point.
//!
//! The constants of the estimates were chosen with the recorded day and the three large fields before the eyes. Fields of other seeds and of
//! other kinds, of which only the share inside is printed, say how well they hold elsewhere.

#![allow(
    missing_docs,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a bench reads files and counts with approximate numbers"
)]

mod recorded;

use core_wasm::live::estimate;
use core_wasm::timing::standing::{LiveContest, LiveDocument, LivePoint, Row};
use core_wasm::timing::status::Status;

/// At most so many passings of a point are looked at.
const PASSINGS: usize = 300;

fn main() {
    match recorded_day() {
        Some(document) => {
            println!("recorded day:");
            let all = look_at(&document, true);
            println!("  all: {:.0} % of {} inside", share(all), all.1);
        }
        None => println!("The recorded day is skipped: its folder is not here."),
    }
    for (runners, seed) in [(1_000, 1), (10_000, 2), (32_000, 3)] {
        println!("{runners} generated:");
        let all = look_at(&marathon(runners, seed, &CALM), true);
        println!("  all: {:.0} % of {} inside", share(all), all.1);
    }
    for (name, kind) in KINDS {
        let mut shares: Vec<f64> =
            (1_001..1_001 + OTHERS).map(|seed| share(look_at(&marathon(2_000, seed, kind), false))).collect();
        shares.sort_by(f64::total_cmp);
        let [lowest, highest] = [shares.first(), shares.last()].map(|share| share.copied().unwrap_or_default());
        println!("{OTHERS} fields of 2000 of other seeds, {name}: {lowest:.0} to {highest:.0} % inside");
    }
}

/// How many fields of each kind are looked at.
const OTHERS: u64 = 8;

/// What a generated field is like.
struct Kind {
    /// Which part of the field hits a wall.
    walls: f64,
    /// How deep a wall is, against that of a calm field.
    depth: f64,
    /// The scatter of each stretch.
    scatter: f64,
    /// Which part of the passings of a point is missed by its mat.
    missed: f64,
    /// How far the mats stand from where the setup says, in metres: one standard deviation.
    misplaced: f64,
}

const CALM: Kind = Kind { walls: 0.5, depth: 1.0, scatter: 0.02, missed: 0.0, misplaced: 0.0 };

/// Kinds of fields, by name.
const KINDS: [(&str, &Kind); 6] = [
    ("as above", &CALM),
    ("a hot day: more and deeper walls", &Kind { walls: 0.8, depth: 2.0, ..CALM }),
    ("no walls, even paces", &Kind { walls: 0.0, scatter: 0.01, ..CALM }),
    ("uneven paces", &Kind { scatter: 0.04, ..CALM }),
    ("mats that miss one of twenty", &Kind { missed: 0.05, ..CALM }),
    ("mats that stand 300 m off", &Kind { misplaced: 300.0, ..CALM }),
];

/// The document of the recorded day with its waves, after the last read.
fn recorded_day() -> Option<LiveDocument> {
    let (setup, files) = recorded::day("setup-waves.json")?;
    let field = recorded::field("2021-05-08", setup, Vec::new(), &recorded::parse(&files));
    Some(LiveDocument { runners: field.rows().cloned().collect(), ..field.head() })
}

/// A number from 0 to 1 that is the same in every run (xorshift64).
fn random(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

/// A normally distributed number.
fn normal(state: &mut u64) -> f64 {
    (-2.0 * random(state).max(1e-12).ln()).sqrt() * (std::f64::consts::TAU * random(state)).cos()
}

/// A marathon with a point each 5 km. Paces are log-normal about 4:20 h; whoever is slow starts to fade earlier, and half of the field hits
/// a wall after 25 to 36 km; every stretch scatters by 2 %, and who stops for a while is in it. Other kinds of fields differ in these.
fn marathon(runners: usize, seed: u64, kind: &Kind) -> LiveDocument {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let splits: Vec<LivePoint> = (1..=8)
        .map(|i| LivePoint { label: format!("{}K", i * 5), metres: f64::from(i) * 5000.0, ..LivePoint::default() })
        .collect();
    let contest =
        LiveContest { name: "Marathon".into(), distance_metres: 42_195.0, gun: Some(0), splits, ..LiveContest::default() };
    // Where the mats stand, in km.
    let mats: Vec<f64> = (1..=9)
        .map(|point| match point {
            9 => 42.195,
            _ if kind.misplaced > 0.0 => f64::from(point) * 5.0 + kind.misplaced / 1000.0 * normal(&mut state).clamp(-3.0, 3.0),
            _ => f64::from(point) * 5.0,
        })
        .collect();
    let rows = (0..runners).map(|bib| {
        let pace = 0.37 * (0.19 * normal(&mut state)).exp();
        let drift = 0.012 + 0.02 * (pace / 0.37 - 0.8).max(0.0) + 0.01 * normal(&mut state);
        let wall = if random(&mut state) < kind.walls { 25.0 + 11.0 * random(&mut state) } else { 99.0 };
        let depth = kind.depth * (0.05 + 0.25 * random(&mut state).powi(2) * (pace / 0.37));
        let (mut at, mut splits, mut finish) = (0.0, Vec::new(), None);
        let mut from = 0.0;
        for (stretch, to) in (1..).zip(mats.iter().copied()) {
            let beyond = ((to - wall) / (to - from)).clamp(0.0, 1.0);
            let slower = 1.0 + drift * from / 10.0 + depth * beyond + kind.scatter * normal(&mut state);
            at += (to - from) * 1000.0 * pace * slower;
            if random(&mut state) < 0.01 {
                at += 240.0 * random(&mut state);
            }
            from = to;
            let is_missed = kind.missed > 0.0 && random(&mut state) < kind.missed;
            let at = (at * 1000.0) as i64;
            if stretch < 9 { splits.push((!is_missed).then_some(at)) } else { finish = Some(at) }
        }
        let start = (random(&mut state) * runners as f64 / 20.0 * 1000.0) as i64;
        Row {
            bib: bib.to_string().into(),
            start: Some(start),
            splits: splits.into(),
            finish,
            status: Status::Finished,
            ..Row::default()
        }
    });
    LiveDocument { runners: rows.collect(), contests: vec![contest], ..LiveDocument::default() }
}

/// The document as it was at a time.
fn as_of(document: &LiveDocument, now: i64) -> LiveDocument {
    let row = |row: Row| {
        let contest = document.contests.get(row.contest)?;
        let started = contest.gun_of(row.wave)?.saturating_add(row.start?);
        let known = |at: Option<i64>| at.filter(|at| started + at <= now);
        let splits: Box<[Option<i64>]> = row.splits.iter().map(|at| known(*at)).collect();
        let finish = known(row.finish);
        let status = Status::reached(true, splits.iter().any(Option::is_some), finish.is_some());
        Some(Row { splits, finish, status, ..row })
    };
    LiveDocument { runners: document.runners.iter().filter_map(row).collect(), updated_at: now, ..head(document) }
}

fn head(document: &LiveDocument) -> LiveDocument {
    LiveDocument { contests: document.contests.clone(), ..LiveDocument::default() }
}

/// As a percentage.
fn share((inside, all): (usize, usize)) -> f64 {
    inside as f64 / all.max(1) as f64 * 100.0
}

/// How often the truth fell inside the range, and of how many; each point is printed if wanted.
fn look_at(document: &LiveDocument, is_printed: bool) -> (usize, usize) {
    let mut all = (0, 0);
    for (at, contest) in document.contests.iter().enumerate() {
        let is_ranked = |row: &Row| !row.has(Row::SUSPICIOUS) && !row.has(Row::WAITING) && !row.status.is_set();
        let rows: Vec<Row> =
            document.runners.iter().filter(|row| row.contest == at && row.finish.is_some() && is_ranked(row)).collect();
        for (point, split) in contest.splits.iter().enumerate() {
            let mut passings: Vec<&Row> = rows.iter().filter(|row| row.splits.get(point).is_some_and(Option::is_some)).collect();
            passings.sort_by_key(|row| row.splits.get(point).copied().flatten());
            let every = passings.len().div_ceil(PASSINGS).max(1);
            let mut found: [Vec<(bool, f64)>; 2] = Default::default();
            for row in passings.into_iter().skip(every / 2).step_by(every) {
                let (Some(passed), Some(gun), Some(start)) =
                    (row.splits.get(point).copied().flatten(), contest.gun_of(row.wave), row.start)
                else {
                    continue;
                };
                let now = gun + start + passed;
                let then = as_of(document, now);
                let Some(own) = then.runners.iter().find(|other| other.bib == row.bib) else { continue };
                for estimate in estimate::expected(&then, &own, now) {
                    let is_finish = estimate.point == "Finish";
                    let truth = if is_finish { row.finish } else { row.splits.get(point + 1).copied().flatten() };
                    let Some(truth) = truth.map(|truth| gun + start + truth) else { continue };
                    let error = (estimate.likely - truth) as f64 / (truth - gun - start) as f64;
                    if let Some(list) = found.get_mut(usize::from(is_finish)) {
                        list.push(((estimate.early..=estimate.late).contains(&truth), error));
                    }
                }
            }
            for (what, mut list) in ["next point", "finish"].into_iter().zip(found) {
                if list.is_empty() {
                    continue;
                }
                let mut signed: Vec<f64> = list.iter().map(|(_, error)| *error).collect();
                signed.sort_by(f64::total_cmp);
                list.sort_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
                all = (all.0 + list.iter().filter(|(inside, _)| *inside).count(), all.1 + list.len());
                let inside = list.iter().filter(|(inside, _)| *inside).count() as f64 / list.len() as f64;
                let median = list.get(list.len() / 2).map_or(0.0, |(_, error)| error.abs());
                if !is_printed {
                    continue;
                }
                println!(
                    "  {} at {}, {what}: {} passings, {:.0} % inside, median error {:.2} %, bias {:.2} %",
                    contest.name,
                    split.label,
                    list.len(),
                    inside * 100.0,
                    median * 100.0,
                    signed.get(signed.len() / 2).map_or(0.0, |error| error * 100.0)
                );
            }
        }
    }
    all
}
