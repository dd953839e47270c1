//! Functions that only the server and other rules call: their tables have `"native": true`, and the site's tests do not run them.

use serde_json::{Value, json};

use super::Ts;
use crate::account::messages;
use crate::announcements::{Addressee, People, addressee, audience};
use crate::audit::{
    self, Actor, ActorAsked, AuditLine, AuditQuery, AuditRow, Difference, Event, EventInfo, Object, ObjectAsked, Target,
};
use crate::dates::{self, RaceDate, StartTime};
use crate::editor::defaults;
use crate::editor::edit::card::{self, CardTexts};
use crate::editor::edit::{self, EditRequest, Versions};
use crate::editor::images;
use crate::error::CoreError;
use crate::links;
use crate::live::Participant;
use crate::live::board::{self, RunnerLines, RunnerTimes};
use crate::live::follow::{self, Followed, ToldBy};
use crate::live::progress::{self, Progress, ProgressInput};
use crate::live::teams::{self, Member, Score, Team, Teams};
use crate::live::{pace, text, window};
use crate::packets::{self, PacketAction, PacketDesk, PacketEntry, PacketList, PacketState};
use crate::photos::camera::CameraClock;
use crate::photos::matching::{self, Finishes, Found};
use crate::photos::upload::{FileKind, UploadFile};
use crate::photos::{assign, names as photo_names, words as photo_words};
use crate::race::{DistanceStart, RaceDateEntry, framing, listing, name, schedule};
use crate::race_day::{self, Day, Decided, OnAir};
use crate::results::awards::{self, AwardList, AwardPlace, AwardRules};
use crate::results::import::{self, Import};
use crate::results::leaderboard::ResultLine;
use crate::results::league::form::{LeagueForm, points_text};
use crate::results::league::identity::{self, Candidate, Decision as PersonDecision, Identity, Persons};
use crate::results::league::season::{self, LeagueContest, LeagueResult, LeagueRow, Standing, Use};
use crate::results::league::settings::LeagueSettings;
use crate::results::league::{titles, words as league_words};
use crate::site::routes::{self, Section};
use crate::ticket::incoming::{self, Attachment, Kept, MailHead, MailMatch, MailTexts, Nature, Place};
use crate::ticket::{self, Contact, TicketForm};
use crate::timing::Decision;
use crate::timing::correction::{self, Asked};
use crate::timing::elapsed;
use crate::timing::entrants::{EntrantList, Options, SUBJECT, Table, columns, names};
use crate::timing::formats::{Context, Format, Parsed};
use crate::timing::length;
use crate::timing::one_entrant::{self, EntrantForm};
use crate::timing::plan::plan;
use crate::timing::preview::ListWarning;
use crate::timing::rank::{self, Finisher, Ranks};
use crate::timing::rename::renames;
use crate::timing::setup::Ranking;
use crate::timing::standing::{LiveContest, LiveDocument, Row};
use crate::timing::table::decode;
use crate::timing::{Entrant, Setup, Status};
use crate::venue::announcer::AnnouncerPage;
use crate::venue::finish::ArrivedPage;
use crate::venue::status::StatusPage;

/// What the tables of lists are read with: a race on June 15, 2027.
fn list_options(setup: &Setup) -> Options<'_> {
    Options { setup, race_day: "June 15, 2027".parse().expect("a date"), columns: None, dates: None }
}

/// A list as its tables write it: the meanings of the columns, and of each line the fields or the reason.
fn shown_list(list: &EntrantList) -> Value {
    let lines = list.lines.iter().map(|line| match &line.read {
        Ok(listed) => {
            let fields = listed
                .fields
                .iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(field, value)| (field.word().to_owned(), json!(value)));
            Value::Object(std::iter::once(("bib".to_owned(), json!(listed.bib))).chain(fields).collect())
        }
        Err(reason) => json!(format!("line {}: {reason}", line.line)),
    });
    let columns: Vec<&str> = list.columns.iter().map(|column| column.meaning.as_str()).collect();
    json!({ "columns": columns.join(","), "lines": lines.collect::<Vec<_>>(), "notes": list.notes, "missing": list.missing })
}

/// A checked form of a ticket, or its problems.
fn checked_ticket(form: &TicketForm) -> Value {
    match ticket::check(form) {
        Ok(form) => json!({
            "problems": [], "name": form.name, "contact": form.contact.as_str(), "key": form.contact.key(),
            "byMail": matches!(form.contact, Contact::Email(_)), "title": form.title, "description": form.description,
            "raceDetails": form.race_details,
        }),
        Err(problems) => json!({ "problems": problems }),
    }
}

/// Checked filters of the audit record, or their problems.
fn shown_audit_query(query: &AuditQuery) -> Value {
    match query.wanted() {
        Ok(wanted) => json!({
            "actor": wanted.actor.map(|actor| match actor {
                ActorAsked::Exact(actor) => actor.to_string(),
                ActorAsked::Named(name) => format!("named {name}"),
            }),
            "action": wanted.action.map(|event| event.info().name),
            "object": wanted.object.map(|object| match object {
                ObjectAsked::Exact(object) => object.to_string(),
                ObjectAsked::Named(name) => format!("named {name}"),
            }),
            "from": wanted.from_ms, "until": wanted.until_ms,
            "page": wanted.page, "pageSize": wanted.page_size, "place": format!("{:?}", wanted.place),
        }),
        Err(problems) => json!({ "problems": problems }),
    }
}

/// Settings of a season of which a case names only the fields that differ from the default.
fn league_settings(named: &Value) -> LeagueSettings {
    let mut all = json!(LeagueSettings::default());
    named.as_object().into_iter().flatten().for_each(|(name, value)| all[name] = value.clone());
    serde_json::from_value(all).unwrap()
}

/// A standing as its tables write it: the places overall, of the gender and of the age group, who it is, the points, and each result with
/// its place and points: `-` is dropped, `~` another distance of the race, `x` no place.
fn shown_standing(one: &Standing, contests: &[LeagueContest]) -> String {
    let result = |result: &LeagueResult| {
        let sign = match result.used {
            Use::Counts => "",
            Use::Dropped => "-",
            Use::SameRace => "~",
            Use::NoPlace => "x",
        };
        format!("{}:{}={}{sign}", contests[result.contest].race_id, result.place, result.points)
    };
    let results = one.results.iter().map(result).collect::<Vec<_>>().join(" ");
    let (ids, places) =
        (one.public_ids.join("+"), [one.place, one.gender_place, one.group_place].map(|place| place.to_string()).join("/"));
    format!("{places} {ids} {} {}: {} of {}, {results}", one.gender, one.age_group, one.points, one.races)
}

/// A file of results as its tables write it: the columns, each line with what it becomes, the differences and the warnings.
fn shown_import(import: &Import, options: &import::Options<'_>) -> Value {
    let lines = import.page(&import::preview::ImportQuery::default(), options).lines.into_iter().map(|line| {
        let what = line.reason.unwrap_or(line.becomes);
        format!("{} {} {}: {what}", line.line, line.bib, line.name).replace("  ", " ")
    });
    let differences =
        import.differences.iter().map(|one| format!("{} {} {} → {}: {}", one.bib, one.field, one.file, one.ours, one.why));
    let columns: Vec<&str> = import.columns.iter().map(|column| column.meaning.as_str()).collect();
    let warnings = import.warnings(&import.counts(options));
    let warnings: Vec<String> = warnings.into_iter().map(|warning| warning.text).collect();
    json!({
        "columns": columns.join(","), "lines": lines.collect::<Vec<_>>(), "differences": differences.collect::<Vec<_>>(),
        "warnings": warnings
    })
}

/// What is told of a runner: the sentences, and what has been told afterwards. Times of the runner are in milliseconds after the start.
fn followed_news(race: &Value, runner: &Value, followed: &Followed, now_ms: i64) -> Value {
    let contest: LiveContest = serde_json::from_value(race["contest"].clone()).expect("a contest");
    let document = LiveDocument {
        time_zone: "America/New_York".into(),
        updated_at: race["updatedAt"].as_i64().unwrap_or_default(),
        contests: vec![contest],
        ..LiveDocument::default()
    };
    let text = |name: &str| runner[name].as_str().unwrap_or_default().into();
    let row = (!runner.is_null()).then(|| Row {
        bib: "12".into(),
        first_name: text("first"),
        last_name: text("last"),
        status: serde_json::from_value(runner["status"].clone()).unwrap_or_default(),
        start: runner["start"].as_i64(),
        splits: runner["splits"].as_array().into_iter().flatten().map(Value::as_i64).collect(),
        finish: runner["finish"].as_i64(),
        flags: runner["flags"].as_u64().unwrap_or_default() as u16,
        ..Row::default()
    });
    let news = follow::news(&document, row.as_ref(), followed, now_ms);
    let texts: Vec<String> = news.passed.into_iter().map(|passed| passed.text).collect();
    json!({ "told": texts, "point": news.followed.point, "status": news.followed.status })
}

/// The standing of these runners, each with the team, the name and the chip time in milliseconds: none of who is on the course, and
/// `"out"` of who is out of the race.
fn team_standing(runners: &[Value]) -> Value {
    let text = |at: usize, field: usize| runners.get(at).and_then(|one| one[field].as_str()).unwrap_or_default();
    let teams = Teams::of((0..runners.len()).map(|at| (text(at, 0), at as u32, 1)));
    let score = |team: &Team| {
        let mut score = Score::default();
        for at in &team.texts {
            let time = &runners[*at as usize][2];
            let status = if time.is_string() { Status::Dnf } else { Status::reached(true, false, time.is_i64()) };
            let row = Row { start: Some(0), finish: time.as_i64(), status, ..Row::default() };
            score.add(Member::of(&row, *at));
        }
        score
    };
    let scores: Vec<(String, Score)> = teams.all().iter().map(|team| (team.name.clone(), score(team))).collect();
    let state = teams::state(scores.iter().map(|(_, score)| score));
    let ranked = teams::ranked(scores);
    let named = |at: u32| (String::new(), text(at as usize, 1).to_owned());
    let lines: Vec<Value> = ranked
        .into_iter()
        .map(|(place, name, score)| {
            let line = teams::line(place, &name, &score, named);
            let counted: Vec<String> = line.counted.into_iter().map(|one| format!("{} {}", one.name, one.time)).collect();
            json!([line.place, line.name, line.sum, line.finishers, counted])
        })
        .collect();
    json!({ "teams": lines, "state": state })
}

exports! {
    announcementPeople(entrants: Vec<Ts<Entrant>>) -> Ts<(Vec<People>, u32)> = audience(&entrants);
    announcementAddressee(entrant: Ts<Entrant>, rows: Vec<Ts<DistanceStart>>, zone: &str, setup: Ts<Setup>) -> Ts<Addressee> =
        addressee(&entrant, &rows, zone, &setup);
    elapsedParse(text: &str) -> Ts<Value> = json!(elapsed::parse(text));
    resultsImport(kind: &str, text: &str, setup: Ts<Setup>, more: Ts<Value>) -> Ts<Value> = {
        let said = more.get("columns").and_then(Value::as_str).map(import::columns::parse).transpose()?;
        let elsewhere: std::collections::HashMap<String, (String, String)> =
            serde_json::from_value(more.get("elsewhere").cloned().unwrap_or_else(|| json!({}))).expect("bibs");
        let options = import::Options {
            setup: &setup,
            contest: 0,
            race_day: more.get("raceDay").and_then(Value::as_str).unwrap_or("June 15, 2027").parse()?,
            columns: said.as_deref(),
            dates: None,
            only: more.get("only").and_then(Value::as_str),
            elsewhere: &elsewhere,
            others: &[],
        };
        shown_import(&import::read(import::table(kind, text.as_bytes())?, &options)?, &options)
    };
    contestRenames(old: Ts<Setup>, new: Ts<Setup>) -> Vec<Ts<(String, String)>> = renames(&old, &new);
    entrantCheck(form: Ts<EntrantForm>, before: Option<Ts<Entrant>>, current: Vec<Ts<Entrant>>, setup: Ts<Setup>) -> Ts<Value> =
        match one_entrant::check(&form, before.as_ref(), &current, &list_options(&setup)) {
            Ok(entrant) => json!(entrant),
            Err(problems) => json!({ "problems": problems }),
        };
    entrantListRead(text: &str, setup: Ts<Setup>, columns: Option<String>) -> Ts<Value> = {
        let columns = columns.map(|said| columns::parse(&said)).transpose()?;
        let list = Table::from_text(text.as_bytes(), &SUBJECT)?.read(&Options { columns: columns.as_deref(), ..list_options(&setup) })?;
        shown_list(&list)
    };
    entrantListText(bytes: &[u8]) -> String = decode::text(bytes, SUBJECT.code)?;
    entrantListWarnings(current: Vec<Ts<Entrant>>, text: &str, setup: Ts<Setup>) -> Vec<Ts<ListWarning>> = {
        let options = list_options(&setup);
        let list = Table::from_text(text.as_bytes(), &SUBJECT)?.read(&options)?;
        plan(&current, &list, &setup, options.race_day).warnings(&list)
    };
    entrantNameSplit(name: &str) -> Ts<(String, String)> = names::split(name);
    auditActor(text: &str) -> Option<String> = Actor::parse(text).map(|actor| actor.to_string());
    auditEvents() -> Vec<Ts<EventInfo>> = Event::ALL.iter().map(|event| event.info());
    auditDifference(old: &str, new: &str) -> Ts<Difference> = audit::difference(old, new);
    auditLine(row: Ts<AuditRow>, now: Ts<Target>) -> Ts<AuditLine> = audit::line(&row, &now);
    auditWanted(query: Ts<AuditQuery>) -> Ts<Value> = shown_audit_query(&query);
    auditCsv(rows: Vec<Ts<AuditRow>>) -> String = {
        let mut file = audit::begin();
        for row in &rows {
            audit::add(&mut file, row, audit::line(row, &Target::Gone), "h");
        }
        file
    };
    auditObject(text: &str) -> Option<Ts<Object>> = Object::parse(text);
    cardChanged(original: Ts<CardTexts>, current: Ts<CardTexts>, logo_chosen: bool) -> bool =
        card::changed(&original, &current, logo_chosen);
    correctionComplete(day: Ts<Day>, decided: Ts<Decided>) -> Ts<Value> = race_day::complete(&day, &decided);
    correctionDecision(asked: Ts<Asked>) -> Ts<Value> = race_day::asked(&asked);
    correctionSummary(decision: Ts<Decision>, taken_back: Option<Ts<Decision>>) -> String =
        correction::summary(&decision, taken_back.as_ref(), dates::DEFAULT_ZONE, None);
    defaultAwardText() -> String = defaults::AWARD_TEXT.into();
    defaultRefund() -> String = defaults::REFUND.into();
    distanceStart(rows: Vec<Ts<DistanceStart>>, contest: &str) -> Option<String> =
        schedule::start_of(&rows, contest).map(|time| time.to_string());
    distanceDefaults() -> Vec<Ts<DistanceStart>> = schedule::default_rows();
    durationText(ms: f64) -> String = dates::duration_text(ms as i64);
    followNews(race: Ts<Value>, runner: Ts<Value>, followed: Ts<Followed>, now_ms: f64) -> Ts<Value> = followed_news(&race, &runner, &followed, now_ms as i64);
    followNotice(passed: Vec<Ts<follow::Passed>>) -> Option<Ts<follow::FollowNotice>> = follow::notice("Spring 10K", passed);
    followEnded(entry: Ts<RaceDateEntry>, subscribed_at: f64, now_ms: f64) -> bool = follow::has_ended(&entry, subscribed_at as i64, now_ms as i64);
    followOffered(followed: Vec<String>, link: &str, race: Vec<String>) -> Ts<follow::FollowOffer> =
        follow::offered(&followed, link, |bib| race.iter().any(|own| own == bib));
    teamStanding(runners: Ts<Vec<Value>>) -> Ts<Value> = team_standing(&runners);
    followDue(by: Ts<ToldBy>, told_at: Option<f64>, now_ms: f64) -> bool = by.is_due(told_at.map(|ms| ms as i64), now_ms as i64);
    formatParse(format: Ts<Format>, mat: Option<String>, date: &str, start: Option<f64>, body: &str) -> Ts<Parsed> = format.parse(
        &Context {
            mat: mat.as_deref(),
            date: date.parse::<RaceDate>().ok().map(RaceDate::naive),
            start: start.map(|ms| ms as i64),
            ..Context::default()
        },
        body.as_bytes(),
    )?;
    imageCheck(bytes: &[u8], size: f64) -> String = images::check(bytes, size as u64)?.to_owned();
    instantParse(text: &str) -> f64 = dates::parse_instant(text)? as f64;
    instantWrite(ms: f64, zone: &str) -> String = dates::format_instant(ms as i64, dates::zone(zone)?);
    isLive(entries: Vec<Ts<RaceDateEntry>>, now_ms: f64) -> bool = !window::live_races(&entries, now_ms as i64).is_empty();
    isUpcoming(date: &str, today: &str) -> bool = listing::is_upcoming(date, today.parse()?);
    leagueDecision(lines: Vec<Ts<Identity>>, decisions: Vec<Ts<(i64, PersonDecision)>>, decision: Ts<PersonDecision>) -> String = {
        let persons = Persons::of(&lines, &decisions);
        persons.check(&decision, &decisions).map_or_else(|(code, _)| code.to_owned(), |()| "fits".to_owned())
    };
    leaguePoints(form: Ts<LeagueForm>) -> Ts<Value> = match form.read() {
        Ok(settings) => json!({ "points": settings.points, "again": points_text(&settings.points), "weights": settings.weights }),
        Err(problems) => json!(problems),
    };
    leagueRules(settings: Ts<Value>, races: usize) -> Vec<String> = league_words::rules(&league_settings(&settings), races);
    leagueStandings(settings: Ts<Value>, contests: Vec<Ts<LeagueContest>>, rows: Vec<Ts<LeagueRow>>, decisions: Vec<Ts<(i64, PersonDecision)>>) -> Vec<String> = {
        let all = season::standings(&league_settings(&settings), 2026, &contests, &rows, &[], &decisions);
        all.iter().map(|one| shown_standing(one, &contests)).collect::<Vec<_>>()
    };
    leagueSuggested(all: Vec<Ts<Candidate>>) -> Ts<Vec<(usize, usize)>> = identity::suggested(&all, 3);
    leagueTitles(contests: Vec<Ts<LeagueContest>>, rows: Vec<Ts<LeagueRow>>, over: bool) -> Vec<Ts<titles::Achievements>> = {
        let all = season::standings(&LeagueSettings::default(), 2026, &contests, &rows, &[], &[]);
        all.iter().map(|one| titles::achievements(one, 2026, over)).collect::<Vec<_>>()
    };
    lengthMetres(text: &str) -> f64 = length::metres(text)?;
    linkSafe(link: &str) -> Option<String> = links::safe(link);
    liveProgress(seen: Ts<ProgressInput>) -> Ts<Progress> = progress::progress(&seen);
    memoryDelete(race: &str, image_id: &str, versions: Ts<Versions>) -> Ts<EditRequest> =
        edit::memory_delete(race, image_id, &versions);
    packetDesk(list: Ts<PacketList>, search: &str, pending: Vec<Ts<PacketAction>>) -> Ts<Value> = {
        let mut desk = PacketDesk::new();
        let info = desk.load(&serde_json::to_vec(&list).expect("a list"))?;
        // What a device stores opens the same desk again.
        let mut again = PacketDesk::new();
        assert_eq!(again.load(&desk.bytes())?, info);
        json!({ "info": info, "found": again.find(search, &pending), "counts": again.counts(&pending) })
    };
    packetRefusal(entries: Vec<Ts<PacketEntry>>, action: Ts<PacketAction>) -> Option<String> =
        PacketState::after(&entries).refuses(&action, dates::DEFAULT_ZONE).map(|refusal| format!("{}: {}", refusal.code, refusal.message));
    ownStart(rows: Vec<Ts<DistanceStart>>, zone: &str, setup: Ts<Setup>, entrant: Ts<Entrant>) -> Option<String> =
        packets::search::own_start(&rows, zone, &setup, &entrant).map(|time| time.to_string());
    pacePerMile(ms: f64, metres: f64) -> String = pace::per_mile(ms as i64, metres);
    photoBibs(name: &str, bibs: Vec<String>) -> Vec<String> = photo_names::bibs(name, |bib| bibs.iter().any(|own| own == bib));
    photoBibsCheck(bibs: Vec<String>) -> Vec<String> = assign::check(bibs)?;
    photoFileCheck(file: Ts<UploadFile>) -> Ts<(UploadFile, FileKind)> = file.check()?;
    photoMatch(name: &str, wall: &str, clock: Option<Ts<CameraClock>>, zone: &str, bibs: Vec<String>, finishes: Ts<Vec<(String, String)>>) -> Vec<Ts<Found>> = {
        let times = finishes.iter().map(|(at, bib)| Ok((dates::parse_instant(at)?, bib.as_str().into())));
        let field = Finishes::new(bibs.iter().map(|bib| bib.as_str().into()).collect(), times.collect::<Result<_, CoreError>>()?);
        let wall = chrono::NaiveDateTime::parse_from_str(wall, "%Y-%m-%d %H:%M:%S").ok();
        let at = clock.zip(wall).map(|(clock, wall)| (clock.instant(wall, dates::zone(zone).unwrap_or(dates::DEFAULT_ZONE)), clock));
        let timed = at.map(|(at, clock)| field.near(at, clock.window_ms)).unwrap_or_default();
        matching::decide(&photo_names::bibs(name, |bib| field.has(bib)), &timed)
    };
    photosMatched(changed: f64) -> String = photo_words::matched(changed as i64);
    raceNameCheck(text: &str) -> String = name::check(text)?;
    raceNameKey(text: &str) -> String = name::key(text);
    tooManyText(seconds: f64) -> String = messages::too_many(seconds as u64);
    rankDecimals(ranking: Ts<Ranking>, finishers: Vec<Ts<Finisher>>) -> Vec<Ts<u8>> = rank::decimals(ranking, &finishers);
    rankFinishers(ranking: Ts<Ranking>, finishers: Vec<Ts<Finisher>>) -> Vec<Ts<Ranks>> = rank::rank(ranking, &finishers);
    resultAwards(lines: Vec<Ts<Value>>, groups: Vec<String>, rules: Ts<AwardRules>) -> Vec<Ts<Value>> = {
        // A case names only the fields that count.
        let whole = |line: &Value| {
            let mut all = json!(ResultLine::default());
            line.as_object().into_iter().flatten().for_each(|(name, value)| all[name] = value.clone());
            serde_json::from_value::<ResultLine>(all).unwrap()
        };
        let lines: Vec<ResultLine> = lines.iter().map(whole).collect();
        let awards = awards::awards(&lines, &groups, rules);
        let place = |place: &AwardPlace| format!("{}. {}", place.place, place.line.bib);
        let shown = |list: &AwardList| json!({ list.title.as_str(): list.places.iter().map(place).collect::<Vec<_>>() });
        awards.overall.iter().chain(&awards.groups).map(shown).collect::<Vec<_>>()
    };
    runnerDialog(participant: Ts<Participant>, times: Ts<RunnerTimes>) -> Ts<RunnerLines> = board::lines(&participant, &times);
    routeRace(path: &str) -> Option<String> = routes::race_segment(path).map(str::to_owned);
    routeSection(path: &str) -> Ts<Section> = routes::section(path);
    ticketChecked(form: Ts<TicketForm>) -> Ts<Value> = checked_ticket(&form);
    ticketMailKept(attachments: Vec<Ts<Attachment>>) -> Ts<Kept> = incoming::kept(&attachments);
    ticketMailNature(head: Ts<MailHead>, own: Vec<String>) -> Ts<Nature> = incoming::nature(&head, &own);
    ticketMailPlace(nature: &str, found: Ts<MailMatch>) -> Ts<Place> = incoming::place(
        match nature {
            "person" => Nature::Person,
            "automatic" => Nature::Automatic,
            "bounce" => Nature::Bounce,
            _ => Nature::Own,
        },
        &found,
    );
    ticketMailTexts(text: &str) -> Ts<MailTexts> = incoming::texts(text);
    timeRace(day: Ts<Day>) -> Vec<String> = race_day::time(&day);
    venueAnnouncer(day: Ts<Day>, asked: Ts<OnAir>) -> Ts<AnnouncerPage> = race_day::announcer(&day, &asked);
    venueArrived(day: Ts<Day>, distance: &str, count: usize) -> Ts<ArrivedPage> = race_day::arrived(&day, distance, count);
    venueEmbed(day: Ts<Day>, search: &str) -> Vec<String> = race_day::embed(&day, search);
    venueSites(sites: Vec<String>) -> Vec<String> = framing::origins(&sites);
    venueStatus(day: Ts<Day>) -> Ts<StatusPage> = race_day::status(&day);
    timeText(ms: f64) -> String = text::time(ms as i64);
    timeWrite(text: &str) -> String = text.parse::<StartTime>()?.to_string();
}
