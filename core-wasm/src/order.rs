//! Sorting with one compiled function for all types: separate ones would add two kilobytes each to the browser's module.

use std::cmp::Ordering;

/// Sorts by a comparison; equal items keep their order.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut places, &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.into_iter().filter_map(|at| unsorted.get_mut(at)?.take()));
}

/// Sorts by a key that is computed once for each item; equal items keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut keyed: Vec<(K, T)> = items.drain(..).map(|item| (key(&item), item)).collect();
    sort_by(&mut keyed, |a, b| a.0.cmp(&b.0));
    items.extend(keyed.into_iter().map(|(_, item)| item));
}

#[inline(never)]
fn sort_places(places: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|a, b| compare(*a, *b));
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_items_keep_their_order() {
        let mut words = vec!["tri", "10K", "half", "5K", "run"];
        super::sort_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["5K", "tri", "10K", "run", "half"]);
        super::sort_by(&mut words, |a, b| b.len().cmp(&a.len()));
        assert_eq!(words, ["half", "tri", "10K", "run", "5K"]);
    }
}
