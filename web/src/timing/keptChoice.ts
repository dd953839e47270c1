/** Which waves are chosen at the start: kept by the browser, so that a wave that was unticked stays so when the page is loaded again. */
import { useCallback, useMemo } from 'react';
import { keptItems } from '@/ui';

/** Whether each wave is chosen that a person ticked or unticked. */
export type Choice = Readonly<Record<string, boolean>>;

interface KeptChoice {
  raceId: string;
  run: number;
  choice: Choice;
  /** When it was made, by the device's clock. */
  at: number;
}

/** How many runs are kept. */
const KEPT = 5;

const choices = keptItems<KeptChoice>('timing-choice:', ({ raceId, run }) => `${raceId}:${run}`);

/** The choice of a race's run, and how to change it. */
export function useChoice(raceId: string, run: number): [Choice, (choice: Choice) => void] {
  const all = choices.useAll();
  const choice = useMemo(
    () => all.find((one) => one.raceId === raceId && one.run === run)?.choice ?? {},
    [all, raceId, run],
  );
  const choose = useCallback(
    (next: Choice) => {
      choices.keep({ raceId, run, choice: next, at: Date.now() });
      const newestFirst = choices.all().sort((one, other) => other.at - one.at);
      for (const old of newestFirst.slice(KEPT)) choices.drop(old);
    },
    [raceId, run],
  );
  return [choice, choose];
}
