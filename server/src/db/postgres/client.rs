//! One connection whose server may hang: a statement that is not answered in time fails, and its connection is closed with it.
//!
//! The synchronous client of the crate `postgres` waits without a limit for a server that is there and answers nothing (a machine that swaps, a
//! stopped process, a network that drops packets). So this one drives the asynchronous client of tokio-postgres, on the calling thread alone.

use std::fmt;
use std::pin::{Pin, pin};
use std::time::Duration;

use postgres::types::{ToSql, Type};
use postgres::{Row, Statement, ToStatement};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::Address;
use super::address::TIMEOUT;
use crate::error::chain;

/// Why a statement, or a connection, did not succeed.
pub(super) enum Failure {
    /// The driver's error: the server refused, or the connection ended.
    Refused(postgres::Error),
    /// No answer came in time. Whether the server does what it was asked to is not known.
    TimedOut,
    /// This process lacks something that a connection needs, such as a file descriptor.
    Own(std::io::Error),
}

impl From<postgres::Error> for Failure {
    fn from(failure: postgres::Error) -> Self {
        Self::Refused(failure)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(failure) => f.write_str(&chain(failure)),
            Self::TimedOut => f.write_str("no answer in time"),
            Self::Own(failure) => failure.fmt(f),
        }
    }
}

/// The future that reads and writes the connection's socket, until it ends.
pub(super) type Driver = Pin<Box<dyn Future<Output = Result<(), postgres::Error>> + Send>>;

/// A connection, used by one thread.
pub(super) struct Client {
    runtime: Runtime,
    /// `None` once the connection has ended.
    driver: Option<Driver>,
    client: Option<tokio_postgres::Client>,
    /// How long a statement may take.
    within: Duration,
}

impl Client {
    /// Connects to a server; `within` is how long each statement may take.
    pub(super) fn connect(address: &Address, within: Duration) -> Result<Self, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Own)?;
        // The time limit of the driver is that of the socket alone.
        let connected = runtime.block_on(async { timeout(TIMEOUT, address.open()).await });
        let (client, driver) = connected.map_err(|_| Failure::TimedOut)??;
        Ok(Self { runtime, driver: Some(driver), client: Some(client), within })
    }

    /// Whether the connection has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.driver.is_none() || self.client.as_ref().is_none_or(tokio_postgres::Client::is_closed)
    }

    pub(super) fn prepare_typed(&mut self, sql: &str, kinds: &[Type]) -> Result<Statement, Failure> {
        self.run(self.within, async |client| client.prepare_typed(sql, kinds).await)
    }

    pub(super) fn query<S>(&mut self, statement: &S, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure>
    where
        S: ToStatement + ?Sized,
    {
        self.run(self.within, async |client| client.query(statement, values).await)
    }

    pub(super) fn execute(&mut self, statement: &Statement, values: &[&(dyn ToSql + Sync)]) -> Result<u64, Failure> {
        self.run(self.within, async |client| client.execute(statement, values).await)
    }

    /// Runs several statements without parameters, with a time limit of their own if it is shorter than that of the others.
    pub(super) fn batch_execute(&mut self, sql: &str, within: Duration) -> Result<(), Failure> {
        self.run(within.min(self.within), async |client| client.batch_execute(sql).await)
    }

    fn run<T>(
        &mut self,
        within: Duration,
        work: impl AsyncFnOnce(&tokio_postgres::Client) -> Result<T, postgres::Error>,
    ) -> Result<T, Failure> {
        let Self { runtime, driver, client: Some(client), .. } = self else { return Err(Failure::TimedOut) };
        let answered = async {
            let mut work = pin!(work(client));
            if let Some(running) = driver {
                tokio::select! {
                    biased;
                    done = &mut work => return done,
                    _ = running => *driver = None,
                }
            }
            // The connection has ended: either the answer has come with its end, or this is an error.
            work.await
        };
        match runtime.block_on(async { timeout(within, answered).await }) {
            Ok(done) => Ok(done?),
            Err(_) => {
                self.driver = None;
                Err(Failure::TimedOut)
            }
        }
    }
}

/// Ends the connection in order, if that takes no longer than a second.
impl Drop for Client {
    fn drop(&mut self) {
        self.client.take();
        if let Some(driver) = self.driver.take() {
            let _ = self.runtime.block_on(async { timeout(Duration::from_secs(1), driver).await });
        }
    }
}
