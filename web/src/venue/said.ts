/** Who was announced, kept on this device by the race's id. */
import { useCallback, useMemo } from 'react';
import { keptItems } from '@/ui';

interface Said {
  raceID: string;
  bib: string;
  /** When, by this device's clock. */
  at: number;
}

const kept = keptItems<Said>('said:', ({ raceID, bib }) => `${raceID}:${bib}`);

/** The bibs of a race that were said, and functions that mark one as said or not said, and take the last one back. */
export function useSaid(raceID: string) {
  const all = kept.useAll();
  const own = useMemo(() => all.filter((one) => one.raceID === raceID), [all, raceID]);
  const bibs = useMemo(() => new Set(own.map(({ bib }) => bib)), [own]);
  const toggle = useCallback(
    (bib: string) => {
      const one = { raceID, bib, at: Date.now() };
      if (bibs.has(bib)) kept.drop(one);
      else kept.keep(one);
    },
    [raceID, bibs],
  );
  /** Takes the last one back; returns its bib. */
  const undo = useCallback(() => {
    const last = own.toSorted((one, other) => other.at - one.at)[0];
    if (last) kept.drop(last);
    return last?.bib;
  }, [own]);
  return { bibs, toggle, undo };
}
