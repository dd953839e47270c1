//! The store of pictures, and of the pieces of files that are being sent: a folder by default, or a bucket that speaks S3's protocol.

use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::prefix::PrefixStore;
use object_store::{GetResult, ObjectStore, ObjectStoreExt, PutPayload};

use super::connector::Connector;
use crate::config::PhotoPlace as Place;
use crate::disk::private_folder;
use crate::error::{Error, Result};

/// The folder inside the data folder, without a setting.
const FOLDER: &str = "photos";

/// The store; cheap to clone.
#[derive(Clone)]
pub(crate) struct Objects(Arc<dyn ObjectStore>);

impl Objects {
    /// Opens the store of this setting, or the folder in the data folder.
    ///
    /// # Errors
    /// When the folder cannot be used, or the bucket's settings are invalid.
    pub(crate) fn open(place: Option<&Place>, data: &Path) -> Result<Self> {
        match place {
            Some(Place::Bucket(bucket, prefix)) => {
                // Keys, region and another endpoint are in the usual AWS_… variables.
                Self::bucket(AmazonS3Builder::from_env().with_bucket_name(bucket), prefix)
            }
            Some(Place::Folder(folder)) => Self::folder(folder),
            None => Self::folder(&data.join(FOLDER)),
        }
    }

    fn bucket(builder: AmazonS3Builder, prefix: &str) -> Result<Self> {
        let store = builder.with_http_connector(Connector).build().map_err(Error::internal)?;
        Ok(Self(Arc::new(PrefixStore::new(store, prefix))))
    }

    fn folder(folder: &Path) -> Result<Self> {
        private_folder(folder)?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(Error::internal)?;
        // A row is committed after its pictures: a power cut must not lose them either.
        Ok(Self(Arc::new(store.with_fsync(true))))
    }

    /// Stores an object whole, or nothing of it; one that is stored already is replaced.
    ///
    /// # Errors
    /// 503 when the store cannot be reached or is full.
    pub(super) async fn put(&self, key: &Key, bytes: impl Into<Bytes>) -> Result<()> {
        self.0.put(key, PutPayload::from(bytes.into())).await.map_err(away).map(drop)
    }

    /// Begins to read a picture; `None` when it is not there.
    ///
    /// # Errors
    /// 503 when the store cannot be reached.
    pub(super) async fn get(&self, key: &Key) -> Result<Option<GetResult>> {
        match self.0.get(key).await {
            Ok(found) => Ok(Some(found)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(away(error)),
        }
    }

    /// Deletes a picture; one that is not there is deleted already.
    ///
    /// # Errors
    /// 503 when the store cannot be reached.
    pub(super) async fn delete(&self, key: &Key) -> Result<()> {
        match self.0.delete(key).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(away(error)),
        }
    }

    /// Deletes objects, in few requests where the store can; one that is not there is deleted already.
    ///
    /// # Errors
    /// 503 when the store cannot be reached.
    pub(super) async fn delete_all(&self, keys: Vec<Key>) -> Result<()> {
        let mut deleted = self.0.delete_stream(futures_util::stream::iter(keys.into_iter().map(Ok)).boxed());
        while let Some(one) = deleted.next().await {
            match one {
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(away(error)),
            }
        }
        Ok(())
    }

    /// The objects of a folder of the store, each with when it was stored, in epoch milliseconds by the store's clock.
    ///
    /// # Errors
    /// 503 when the store cannot be reached.
    pub(super) async fn list(&self, folder: &str) -> Result<Vec<(Key, i64)>> {
        let listed = self.0.list(Some(&Key::from(folder)));
        listed.map_ok(|object| (object.location, object.last_modified.timestamp_millis())).try_collect().await.map_err(away)
    }
}

/// Where a size of a photo is in the store. Both parts are made by this program.
pub(super) fn key(race_id: &str, photo_id: &str, width: u32) -> Key {
    Key::from_iter([race_id, photo_id, &format!("{width}.webp")])
}

/// A failure of the store: whoever asks may try again.
pub(super) fn away(error: object_store::Error) -> Error {
    tracing::error!(%error, "the store of photos cannot be used");
    Error::busy()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
    use axum::response::IntoResponse;

    use super::*;

    type Kept = Arc<Mutex<HashMap<String, Bytes>>>;

    /// Answers as a bucket does, to signed requests.
    async fn answer(kept: Kept, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> axum::response::Response {
        let signed = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !signed.starts_with("AWS4-HMAC-SHA256 Credential=key/") {
            return StatusCode::FORBIDDEN.into_response();
        }
        let (mut kept, path) = (kept.lock().unwrap(), uri.path().to_owned());
        let modified = (header::LAST_MODIFIED, "Tue, 01 Jun 2027 12:00:00 GMT");
        match method {
            Method::PUT => {
                kept.insert(path, body);
                [(header::ETAG, "\"1\"")].into_response()
            }
            Method::GET => match kept.get(&path) {
                Some(bytes) => ([modified, (header::ETAG, "\"1\"")], bytes.clone()).into_response(),
                None => StatusCode::NOT_FOUND.into_response(),
            },
            // Several are deleted by one request, which names them in its body.
            Method::POST | Method::DELETE => {
                let text = String::from_utf8_lossy(&body).into_owned();
                let named = text.split("<Key>").nth(1).and_then(|rest| rest.split("</Key>").next()).unwrap_or_default();
                kept.remove(&format!("/photos/{}", named.replace(' ', "%20")));
                format!("<DeleteResult><Deleted><Key>{named}</Key></Deleted></DeleteResult>").into_response()
            }
            _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        }
    }

    #[tokio::test]
    async fn a_bucket_stores_pictures_by_signed_requests_of_the_programs_own_client() {
        let kept = Kept::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let own = kept.clone();
        let router =
            axum::Router::new().fallback(move |method, uri, headers, body| answer(own.clone(), method, uri, headers, body));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let builder = AmazonS3Builder::new()
            .with_bucket_name("photos")
            .with_region("us-east-1")
            .with_endpoint(endpoint)
            .with_access_key_id("key")
            .with_secret_access_key("secret")
            .with_allow_http(true);
        let objects = Objects::bucket(builder, "site").unwrap();
        let key = key("race 1", "a", 480);
        objects.put(&key, vec![7; 3000]).await.unwrap();
        assert_eq!(kept.lock().unwrap().keys().collect::<Vec<_>>(), ["/photos/site/race%201/a/480.webp"]);
        let found = objects.get(&key).await.unwrap().unwrap();
        assert_eq!((found.meta.size, found.bytes().await.unwrap().len()), (3000, 3000));
        objects.delete(&key).await.unwrap();
        objects.delete(&key).await.unwrap();
        assert!(objects.get(&key).await.unwrap().is_none());
    }
}
