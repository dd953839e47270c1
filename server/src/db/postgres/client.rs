//! One connection whose server may hang: a statement that is not answered in time fails, and its connection is closed with it.
//!
//! The synchronous client of the crate `postgres` waits without a limit for a server that is there and says nothing (a machine that swaps, a
//! stopped process, a network that swallows). So this one drives the asynchronous client of tokio-postgres, on the calling thread alone.

use std::pin::{Pin, pin};
use std::time::Duration;

use postgres::types::{ToSql, Type};
use postgres::{Row, Statement, ToStatement};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::Address;
use super::address::TIMEOUT;
use crate::error::{Error, Result};

/// Why a statement did not succeed.
pub(super) enum Failure {
    /// The server or the connection says so.
    Told(postgres::Error),
    /// Nothing was answered in time. Whether the server does what it was asked to is not known.
    Silent,
}

impl From<postgres::Error> for Failure {
    fn from(told: postgres::Error) -> Self {
        Self::Told(told)
    }
}

/// What reads and writes the connection's socket, until it ends.
pub(super) type Traffic = Pin<Box<dyn Future<Output = Result<(), postgres::Error>> + Send>>;

/// A connection, used by one thread.
pub(super) struct Client {
    runtime: Runtime,
    /// `None` once the connection has ended.
    traffic: Option<Traffic>,
    client: Option<tokio_postgres::Client>,
    patience: Duration,
}

impl Client {
    /// Connects to a server, and waits so long for the answer of each statement.
    pub(super) fn connect(address: &Address, patience: Duration) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // The time limit of the driver is that of the socket alone.
        let connected = runtime.block_on(async { timeout(TIMEOUT, address.open()).await });
        let (client, traffic) = connected.map_err(|_| Error::Unreachable)??;
        Ok(Self { runtime, traffic: Some(traffic), client: Some(client), patience })
    }

    /// Whether the connection has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.traffic.is_none() || self.client.as_ref().is_none_or(tokio_postgres::Client::is_closed)
    }

    pub(super) fn prepare_typed(&mut self, sql: &str, kinds: &[Type]) -> Result<Statement, Failure> {
        self.run(self.patience, async |client| client.prepare_typed(sql, kinds).await)
    }

    pub(super) fn query<S>(&mut self, statement: &S, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure>
    where
        S: ToStatement + ?Sized,
    {
        self.run(self.patience, async |client| client.query(statement, values).await)
    }

    pub(super) fn execute(&mut self, statement: &Statement, values: &[&(dyn ToSql + Sync)]) -> Result<u64, Failure> {
        self.run(self.patience, async |client| client.execute(statement, values).await)
    }

    /// Runs several statements without parameters, with a time limit of their own if it is shorter than that of the others.
    pub(super) fn batch_execute(&mut self, sql: &str, within: Duration) -> Result<(), Failure> {
        self.run(within.min(self.patience), async |client| client.batch_execute(sql).await)
    }

    fn run<T>(
        &mut self,
        within: Duration,
        work: impl AsyncFnOnce(&tokio_postgres::Client) -> Result<T, postgres::Error>,
    ) -> Result<T, Failure> {
        let Self { runtime, traffic, client: Some(client), .. } = self else { return Err(Failure::Silent) };
        let answered = async {
            let mut work = pin!(work(client));
            if let Some(moving) = traffic {
                tokio::select! {
                    biased;
                    done = &mut work => return done,
                    _ = moving => *traffic = None,
                }
            }
            // The connection has ended: either the answer has come with its end, or this is an error.
            work.await
        };
        match runtime.block_on(async { timeout(within, answered).await }) {
            Ok(done) => Ok(done?),
            Err(_) => {
                self.traffic = None;
                Err(Failure::Silent)
            }
        }
    }
}

/// Ends the connection in order, if that takes no longer than a second.
impl Drop for Client {
    fn drop(&mut self) {
        self.client.take();
        if let Some(traffic) = self.traffic.take() {
            let _ = self.runtime.block_on(async { timeout(Duration::from_secs(1), traffic).await });
        }
    }
}
