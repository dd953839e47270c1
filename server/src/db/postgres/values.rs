//! Values and rows of PostgreSQL as those of [`Value`]: whole numbers (BIGINT, and sums of them, which are NUMERIC there), text, bytes, and
//! truth values as 0 and 1, as SQLite has them. Fractions, times and JSON are not stored.

use bytes::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use crate::db::value::{Columns, Kind, Value};
use crate::error::{Error, Result};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// As which type a value is sent. Without it the server guesses from what stands beside the parameter, and finds nothing in `$1 IS NULL`.
pub(super) fn kind(value: &Value<'_>) -> Type {
    match value {
        Value::Integer(_) | Value::Null(Kind::Integer) => Type::INT8,
        Value::Text(_) | Value::Null(Kind::Text) => Type::TEXT,
        Value::Bytes(_) | Value::Null(Kind::Bytes) => Type::BYTEA,
        Value::Null(Kind::Any) => Type::UNKNOWN,
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Failure> {
        match self {
            Self::Null(_) => Ok(IsNull::Yes),
            Self::Integer(number) => number.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Failure> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i32::from_sql(kind, raw)?.into()),
            Type::BOOL => Self::Integer(bool::from_sql(kind, raw)?.into()),
            Type::NUMERIC => Self::Integer(whole(raw).ok_or("a number that is not whole, or too large")?),
            Type::BYTEA => Self::Bytes(raw),
            _ => Self::Text(<&str>::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Failure> {
        Ok(Self::Null(Kind::Any))
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::INT8 | Type::INT4 | Type::BOOL | Type::NUMERIC | Type::BYTEA) || <&str as FromSql>::accepts(kind)
    }
}

impl Columns for postgres::Row {
    fn value(&self, column: usize) -> Result<Value<'_>> {
        self.try_get(column).map_err(Error::internal)
    }

    fn columns(&self) -> usize {
        self.len()
    }
}

/// The whole number in the binary form of a NUMERIC: how many digits follow, the power of the first one, sign and scale, then the digits, each
/// from 0 to 9,999 (`numeric_send` in PostgreSQL's sources).
fn whole(raw: &[u8]) -> Option<i64> {
    let mut words = raw.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let (digits, first, sign, _scale) = (words.next()?, words.next()?.cast_signed(), words.next()?, words.next()?);
    let mut number = 0_i64;
    for place in 0..=i32::from(first) {
        let digit = if place < i32::from(digits) { words.next()? } else { 0 };
        number = number.checked_mul(10_000)?.checked_add(digit.into())?;
    }
    if words.any(|digit| digit != 0) {
        return None;
    }
    match sign {
        0 => Some(number),
        0x4000 => Some(-number),
        _ => None,
    }
}
