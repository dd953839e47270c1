//! The values that are stored and loaded, in types of this crate instead of the engine's.

use crate::error::{Error, Result};

/// A value of a statement or of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// NULL, and what it would be if it were something: a server must be told of a parameter.
    Null(Kind),
    /// A whole number; a boolean is 0 or 1.
    Integer(i64),
    /// Text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
}

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Integer,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Not known: of a row's NULL.
    Any,
}

/// A type whose values are of one kind.
pub trait Kinded {
    /// The kind.
    const KIND: Kind;
}

impl<T: Kinded + ?Sized> Kinded for &T {
    const KIND: Kind = T::KIND;
}

macro_rules! kinds {
    ($($of:ty => $kind:ident),* $(,)?) => {$(
        impl Kinded for $of {
            const KIND: Kind = Kind::$kind;
        }
    )*};
}

kinds! {
    bool => Integer, i32 => Integer, i64 => Integer, u32 => Integer,
    str => Text, String => Text,
    [u8] => Bytes, Vec<u8> => Bytes,
}

/// A type that can be a parameter of a statement.
pub trait Store {
    /// The value as it is stored.
    fn store(&self) -> Value<'_>;
}

/// A type that can be read from a row.
pub trait Load: Sized {
    /// Converts a value; `None` when it is of another kind.
    fn load(value: Value<'_>) -> Option<Self>;
}

impl<T: Store + ?Sized> Store for &T {
    fn store(&self) -> Value<'_> {
        (**self).store()
    }
}

impl<T: Store + Kinded> Store for Option<T> {
    fn store(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null(T::KIND), Store::store)
    }
}

impl<T: Load> Load for Option<T> {
    fn load(value: Value<'_>) -> Option<Self> {
        if matches!(value, Value::Null(_)) { Some(None) } else { T::load(value).map(Some) }
    }
}

impl Store for str {
    fn store(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Store for String {
    fn store(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl Load for String {
    fn load(value: Value<'_>) -> Option<Self> {
        if let Value::Text(text) = value { Some(text.to_owned()) } else { None }
    }
}

impl Store for [u8] {
    fn store(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl<const N: usize> Store for [u8; N] {
    fn store(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl Store for Vec<u8> {
    fn store(&self) -> Value<'_> {
        Value::Bytes(self)
    }
}

impl Load for Vec<u8> {
    fn load(value: Value<'_>) -> Option<Self> {
        if let Value::Bytes(bytes) = value { Some(bytes.to_owned()) } else { None }
    }
}

impl Store for bool {
    fn store(&self) -> Value<'_> {
        Value::Integer(i64::from(*self))
    }
}

impl Load for bool {
    fn load(value: Value<'_>) -> Option<Self> {
        i64::load(value).map(|number| number != 0)
    }
}

impl Store for i64 {
    fn store(&self) -> Value<'_> {
        Value::Integer(*self)
    }
}

impl Load for i64 {
    fn load(value: Value<'_>) -> Option<Self> {
        if let Value::Integer(number) = value { Some(number) } else { None }
    }
}

impl Store for i32 {
    fn store(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

impl Store for u32 {
    fn store(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

impl Load for u32 {
    fn load(value: Value<'_>) -> Option<Self> {
        i64::load(value).and_then(|number| number.try_into().ok())
    }
}

/// The values of a statement, `$1` first: `params![…]`, or an array of values of one type.
pub trait Params {
    /// The values, in their order.
    fn values(&self) -> Vec<Value<'_>>;
}

/// No values.
impl Params for [&dyn Store; 0] {
    fn values(&self) -> Vec<Value<'_>> {
        Vec::new()
    }
}

impl Params for &[&dyn Store] {
    fn values(&self) -> Vec<Value<'_>> {
        self.iter().map(|value| value.store()).collect()
    }
}

/// One value.
impl<T: Store> Params for [T; 1] {
    fn values(&self) -> Vec<Value<'_>> {
        self.iter().map(Store::store).collect()
    }
}

/// The values of a statement, of different types.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::db::Store),*] as &[&dyn $crate::db::Store]
    };
}

/// One row of a result.
pub struct Row<'a>(pub(super) &'a dyn Columns);

/// A row of an engine.
pub(super) trait Columns {
    /// The value of a column, of whatever kind.
    fn value(&self, column: usize) -> Result<Value<'_>>;
    /// The number of columns.
    fn columns(&self) -> usize;
}

impl Row<'_> {
    /// The value of a column; the first one is 0.
    ///
    /// # Errors
    /// When there is no such column, or its value is of another type.
    pub fn get<T: Load>(&self, column: usize) -> Result<T> {
        T::load(self.value(column)?).ok_or_else(|| Error::message(format!("column {column} of an answer holds something else")))
    }

    /// Returns the value of a column, of whatever kind.
    ///
    /// # Errors
    /// When there is no such column, or its value is of a kind that this program never stores (a fraction).
    pub fn value(&self, column: usize) -> Result<Value<'_>> {
        self.0.value(column)
    }

    /// The number of columns of the result.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.0.columns()
    }
}
