//! Extractors for handlers: bodies, queries and path parameters, whose rejections become this program's own errors.

use std::fmt;
use std::marker::PhantomData;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

use crate::error::{Error, FieldBody};
use crate::words;

/// A JSON body, which is an object. Unknown fields are refused if the type denies them.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let axum::Json(Object(body)) = axum::Json::from_request(request, state).await?;
        Ok(Self(body))
    }
}

/// A value that is written as an object. The derived readers would also take the fields' values in an array, without names.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData)).map(Object)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> std::result::Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// The query string.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let axum::extract::Query(query) = axum::extract::Query::from_request_parts(parts, state).await?;
        Ok(Self(query))
    }
}

/// Path parameters, percent-decoded. They are untrusted: never build a file name or a header from one.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let axum::extract::Path(path) = axum::extract::Path::from_request_parts(parts, state).await?;
        Ok(Self(path))
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::MissingJsonContentType(_) => Self::say(StatusCode::UNSUPPORTED_MEDIA_TYPE, words::MEDIA_TYPE),
            other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Self::say(StatusCode::PAYLOAD_TOO_LARGE, words::TOO_LARGE)
            }
            other => malformed(other.body_text()),
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        malformed(rejection.body_text())
    }
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Self {
        malformed(rejection.body_text())
    }
}

/// 400 with the parser's message as a detail, for the developer of the calling program.
pub(crate) fn malformed(detail: String) -> Error {
    let (code, message) = words::MALFORMED;
    let body = FieldBody { field: "body".into(), code: code.into(), message: message.into(), detail: Some(detail) };
    Error::fields(message, vec![body])
}
