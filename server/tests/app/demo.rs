//! The first start with `--demo`, as by `make run`.

use serde_json::{Value, json};

use crate::home::Home;
use crate::program::{Program, free_port, get, log_in};

fn calls(port: u16, path: &str) -> Value {
    serde_json::from_str(&get(port, path).unwrap_or_else(|| panic!("{path} did not answer"))).unwrap()
}

fn count(home: &Home, table: &str) -> i64 {
    home.number(&format!("SELECT count(*) FROM {table}"))
}

/// An administrator of the settings who has the address that the demo would take: it takes another one.
const ADMIN: [&str; 4] = ["--admin-email", "director@example.com", "--admin-password", "blue line to the finish"];

#[test]
fn the_demo_fills_an_empty_database_with_a_live_race_whatever_administrator_there_is() {
    let folder = Home::new();
    let port = free_port();
    let flags = [&["--demo"][..], &ADMIN].concat();
    let mut server = Program::serve(&folder, port, &flags);
    server.wait_for("Password: ");
    let said = server.said();
    assert!(said.contains(&format!("Splitline is at http://127.0.0.1:{port}")), "{said}");
    let printed = said.split("Administrator: ").nth(1).unwrap().lines().next().unwrap().to_owned();
    let (director, password) = printed.split_once("   Password: ").unwrap();
    let log_in_as = |username: &str, password: &str| log_in(port, username, password);
    let log_in = || log_in_as(director, password);
    assert_eq!(log_in(), 200);
    assert_eq!(log_in_as(ADMIN[1], ADMIN[3]), 200);
    let mode = std::os::unix::fs::PermissionsExt::mode(&folder.path().join("demo-admin.txt").metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);

    let cards = calls(port, "/api/getRaceCards?images=url");
    assert!(cards.as_array().unwrap().len() >= 12);
    assert!(cards.as_array().unwrap().iter().all(|card| card["RaceLogo"]["url"].as_str().unwrap().starts_with("/images/")));
    let races = calls(port, "/api/liveRaces");
    assert_eq!((&races[0]["name"], &races[0]["live"]), (&json!("New York Skyline Half"), &json!(true)));
    // Some past races have final standings.
    assert!(races.as_array().unwrap().len() >= 4);
    let past = calls(port, "/api/getLiveTimes?race=Big%20Forest%20Half&raceDistance=Half");
    assert!(past["finished"].as_array().unwrap().len() > 200);
    assert_eq!(past["finished"][0]["OverallRank"], 1);

    let filters = calls(port, "/api/liveFilters");
    assert_eq!(filters["distances"], json!(["Half", "10K", "5K"]));
    let began = std::time::Instant::now();
    let mut active = 0;
    while active == 0 && began.elapsed().as_secs() < 60 {
        let lists = calls(port, "/api/getLiveTimes?raceDistance=Half");
        active = lists["unfinished"].as_array().unwrap().iter().filter(|runner| runner["Status"] == "on course").count();
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert!(active > 100, "{active} runners are on the course");

    // The program logs in for its boxes, and the director has come from one browser: neither is a new device.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let mails = || std::fs::read_dir(folder.path().join("mail")).map_or(0, Iterator::count);
    assert_eq!((mails(), count(&folder, "mail_outbox")), (0, 0));

    // A second start uses the same data and password, and adds no second company.
    server.kill();
    let (before, races) = (count(&folder, "reads"), count(&folder, "races"));
    let server = Program::serve(&folder, port, &flags);
    server.wait_for(&printed);
    assert!(!server.said().contains("Filling"));
    assert_eq!(log_in(), 200);
    assert_eq!(count(&folder, "users"), 2);
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert_eq!(count(&folder, "races"), races);
    let after = count(&folder, "reads");
    // The live race goes on meanwhile; filled twice, there would be twice as many.
    assert!((before..before * 3 / 2).contains(&after), "{before} reads became {after}");
}
