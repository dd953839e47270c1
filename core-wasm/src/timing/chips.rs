//! Which runner gets which chip when several runners change theirs at once: no chip ends up with two runners at one time.

use std::collections::BTreeMap;

use super::entrants::{ChipSpan, Entrant};

/// A runner's change, with the chips before and after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claim<'a> {
    /// The runner's bib.
    pub(super) bib: &'a str,
    /// The entrant now.
    pub(super) had: Option<&'a Entrant>,
    /// The entrant after the change; `None` when nobody is left.
    pub(super) wants: Option<&'a Entrant>,
    /// Whether the change does not happen, for another reason.
    pub(super) stays: bool,
}

/// A chip that another runner has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken<'a> {
    /// The chip's code.
    pub(super) chip: &'a str,
    /// The runner's bib.
    pub(super) bib: &'a str,
}

/// The owners of each chip, each with the time in which it is the owner's.
struct Owners<'a, T>(BTreeMap<&'a str, Vec<(ChipSpan, T)>>);

impl<'a, T: Copy> Owners<'a, T> {
    fn add(&mut self, entrant: &'a Entrant, owner: T) {
        for (chip, span, _) in entrant.worn_chips() {
            self.0.entry(chip).or_default().push((span, owner));
        }
    }

    /// The owners of the entrant's chips at the same time, each with the chip.
    fn of(&self, entrant: &'a Entrant) -> impl Iterator<Item = (&'a str, T)> {
        let of_chip = |(chip, span, _): (&'a str, ChipSpan, Option<usize>)| {
            let owners = self.0.get(chip).into_iter().flatten();
            owners.filter(move |(other, _)| other.overlaps(span)).map(move |(_, owner)| (chip, *owner))
        };
        entrant.worn_chips().flat_map(of_chip)
    }
}

/// Returns for each claim the wanted chip that somebody else has already, so that the change can't happen; `others` keep their chips.
///
/// Chips may move between the claims, in a circle too. A runner who does not change keeps the present chips, so that a claim on one of
/// them fails as well. The work is proportional to the number of claims.
pub(super) fn settle<'a>(claims: &[Claim<'a>], others: impl Iterator<Item = &'a Entrant>) -> Vec<Option<Taken<'a>>> {
    let mut owners = Owners(BTreeMap::new());
    others.for_each(|entrant| owners.add(entrant, entrant.bib.as_str()));
    for claim in claims.iter().filter(|claim| claim.stays) {
        claim.had.into_iter().for_each(|entrant| owners.add(entrant, claim.bib));
    }

    let mut failed: Vec<Option<Taken<'a>>> = vec![None; claims.len()];
    let mut takers = Owners(BTreeMap::new());
    let mut open: Vec<(usize, Taken<'a>)> = Vec::new();
    for (at, claim) in claims.iter().enumerate() {
        let Some(wants) = claim.wants.filter(|_| !claim.stays) else { continue };
        let taken_now = takers.of(wants).find_map(|(chip, first): (_, usize)| Some((chip, claims.get(first)?.bib)));
        match owners.of(wants).next().or(taken_now) {
            Some((chip, bib)) => open.push((at, Taken { chip, bib })),
            None => takers.add(wants, at),
        }
    }
    while let Some((at, taken)) = open.pop() {
        let (Some(claim), Some(fails)) = (claims.get(at), failed.get_mut(at)) else { continue };
        if fails.is_some() {
            continue;
        }
        *fails = Some(taken);
        let kept = claim.had.into_iter().flat_map(|had| takers.of(had)).filter(|(_, taker)| *taker != at);
        open.extend(kept.map(|(chip, taker)| (taker, Taken { chip, bib: claim.bib })));
    }
    failed
}
