//! Pages that follow a race through nginx, as spectators' do: each on a connection and an address of its own, at the interval that the server
//! tells, with the version that it has. They keep no field: what a page does with an answer is tested elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use core_wasm::timing::feed::{self, Received};

use crate::wire::{Wire, address};

/// What a page has seen.
#[derive(Default)]
pub struct Watched {
    pub polls: usize,
    /// How often there was something new.
    pub news: usize,
    /// How often a version was of another epoch than the one before: as long as the database answers, never.
    pub epochs: usize,
    pub wrong: Vec<String>,
    pub slowest: Duration,
}

impl Watched {
    /// What all of these pages have seen together.
    pub fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::default(), |sum, one| Self {
            polls: sum.polls + one.polls,
            news: sum.news + one.news,
            epochs: sum.epochs + one.epochs,
            wrong: [sum.wrong, one.wrong].concat(),
            slowest: sum.slowest.max(one.slowest),
        })
    }
}

/// Many pages, until the end.
pub struct Crowd {
    over: Arc<AtomicBool>,
    /// How many polls of each page were answered.
    polled: Arc<[AtomicUsize]>,
    pages: Vec<tokio::task::JoinHandle<Watched>>,
}

impl Crowd {
    /// So many pages of the race at `path`. At `pace`, if there is one, instead of the interval that the server tells.
    pub fn follow(count: usize, port: u16, path: &str, pace: Option<Duration>) -> Self {
        let (over, polled) = (Arc::<AtomicBool>::default(), (0..count).map(|_| AtomicUsize::new(0)).collect::<Arc<[_]>>());
        let page = |number: usize| {
            let (over, polled, path) = (over.clone(), polled.clone(), format!("/api/live/{path}"));
            // They open in the course of an interval.
            let opens = pace.unwrap_or(Duration::from_secs(5)) * u32::try_from(number).unwrap() / u32::try_from(count).unwrap();
            tokio::spawn(async move {
                tokio::time::sleep(opens).await;
                page(Wire::new(port, address(number)), &path, pace, &over, &polled[number]).await
            })
        };
        Self { pages: (0..count).map(page).collect(), over, polled }
    }

    /// Waits until each page has had so many more answers. Blocks its thread.
    pub fn wait_for_polls(&self, more: usize) {
        let now = || self.polled.iter().map(|polled| polled.load(Ordering::Relaxed));
        let (before, began): (Vec<usize>, _) = (now().collect(), Instant::now());
        while now().zip(&before).any(|(now, before)| now < before + more) {
            assert!(began.elapsed() < Duration::from_secs(120), "a page does not poll any more");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Lets each page finish its poll, and returns what they have seen.
    pub async fn end(self) -> Watched {
        self.over.store(true, Ordering::Relaxed);
        let mut all = Vec::with_capacity(self.pages.len());
        for page in self.pages {
            all.push(page.await.unwrap());
        }
        Watched::sum(all)
    }
}

async fn page(mut wire: Wire, path: &str, pace: Option<Duration>, over: &AtomicBool, polled: &AtomicUsize) -> Watched {
    let (mut watched, mut version, mut newest) = (Watched::default(), String::new(), 0_u64);
    while !over.load(Ordering::Relaxed) {
        let since = if version.is_empty() { String::new() } else { format!("?since={version}") };
        let began = Instant::now();
        watched.polls += 1;
        let mut interval = Duration::from_secs(5);
        match wire.get(&format!("{path}{since}")).await {
            Ok(answer) if matches!(answer.status, 200 | 204) => {
                if let Some(seconds) = answer.header("next-poll") {
                    interval = Duration::from_secs(seconds.parse().unwrap());
                }
                if answer.status == 200 {
                    watched.news += 1;
                    let number = match feed::read(&answer.bytes).expect("an answer is one of the feed's") {
                        Received::Whole(document) => {
                            let epoch_of = |version: &str| version.rsplit_once('-').map(|(epoch, _)| epoch.to_owned());
                            // A copy whose version could not be stored goes on in an epoch of its own, with other numbers.
                            if epoch_of(&document.version) != epoch_of(&version) {
                                watched.epochs += usize::from(!version.is_empty());
                                newest = 0;
                            }
                            version = document.version;
                            version.rsplit_once('-').unwrap().1.parse().unwrap()
                        }
                        Received::Since(number, steps) => {
                            let number = number + u64::try_from(steps.len()).unwrap();
                            version = format!("{}-{number}", version.rsplit_once('-').unwrap().0);
                            number
                        }
                    };
                    if number < newest {
                        watched.wrong.push(format!("{newest} became {number} ({version})"));
                    }
                    newest = number;
                }
            }
            Ok(answer) => watched.wrong.push(format!("{}: {}", answer.status, answer.json())),
            Err(error) => watched.wrong.push(error.to_string()),
        }
        polled.fetch_add(1, Ordering::Relaxed);
        watched.slowest = watched.slowest.max(began.elapsed());
        let until = Instant::now() + pace.unwrap_or(interval);
        while Instant::now() < until && !over.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(250).min(until.saturating_duration_since(Instant::now()))).await;
        }
    }
    watched
}
