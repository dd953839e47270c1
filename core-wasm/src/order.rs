//! Sorting with one compiled function for all types: separate ones would add two kilobytes each to the browser's module.

use std::cmp::Ordering;

/// Sorts by a key that is computed once for each item; equal items keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let keys: Vec<K> = items.iter().map(key).collect();
    let mut places: Vec<usize> = (0..keys.len()).collect();
    sort_places(&mut places, &|a, b| keys.get(a).cmp(&keys.get(b)));
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.into_iter().filter_map(|at| unsorted.get_mut(at)?.take()));
}

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
    }
}
