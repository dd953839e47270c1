//! Finishes that wait for a person: a runner who left the course and later crossed the finish mat has a finish time too.
//!
//! A finish waits when it misses at least two, and more than half, of the points which nine in ten finishers of the contest have.
//! The runner's own finish is not counted among them, so that the rule works from the second finisher on. A mat that reads
//! badly makes no finish wait: fewer than nine in ten have it.

/// The finishers of one contest: how many there are, and how many of them were read at each split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finishes {
    count: u64,
    passed: Vec<u64>,
}

impl Finishes {
    /// The finishers of a contest with this number of splits, before there are any.
    pub fn new(splits: usize) -> Self {
        Self { count: 0, passed: vec![0; splits] }
    }

    /// Adds a finisher: for each split whether it was read.
    pub fn add(&mut self, splits: &[bool]) {
        self.count += 1;
        for (count, read) in self.passed.iter_mut().zip(splits) {
            *count += u64::from(*read);
        }
    }

    /// Takes out a finisher who was added.
    pub fn remove(&mut self, splits: &[bool]) {
        self.count = self.count.saturating_sub(1);
        for (count, read) in self.passed.iter_mut().zip(splits) {
            *count = count.saturating_sub(u64::from(*read));
        }
    }

    /// Which points are expected of a finisher, as far as these finishers decide it.
    pub fn expected(&self) -> Expected {
        let others = self.count.saturating_sub(1);
        let nine_in_ten = |passed: u64| others > 0 && passed * 10 >= others * 9;
        let points = self.passed.iter().map(|passed| (nine_in_ten(*passed), nine_in_ten(passed.saturating_sub(1))));
        Expected(points.collect())
    }
}

/// The points that nine in ten of the other finishers have: for each split, first for a finisher who was not read there, then for
/// one who was, and who is not one of the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected(Vec<(bool, bool)>);

impl Expected {
    /// Whether the finish of one of the finishers waits for a person.
    pub fn waits(&self, splits: &[bool]) -> bool {
        let (mut expected, mut missed) = (0, 0);
        for ((unread, read_by_others), read) in self.0.iter().zip(splits) {
            let counts = if *read { *read_by_others } else { *unread };
            if counts {
                expected += 1;
                missed += u64::from(!read);
            }
        }
        missed >= 2 && missed * 2 > expected
    }
}
