import { useQuery } from '@tanstack/react-query';
import { type Dispatch, memo, type SetStateAction } from 'react';
import type { Entrant } from '@/core';
import { buttonStyle, Notice } from '@/ui';
import { EntrantHistoryList } from './EntrantHistoryList';
import { EntrantSearch } from './EntrantSearch';
import { type ChosenList, fileAddress, historyQuery } from './entrantsApi';
import { ListImport } from './ListImport';
import type { Place } from './types';

/** The entrants: find, add and change one, take in a list, export them, and undo what was changed. */
export const EntrantsPanel = memo(function EntrantsPanel({
  timedRace,
  zone,
  entrants,
  list,
  onList,
  onOpen,
}: Pick<Place, 'timedRace' | 'zone'> & {
  /** How many are entered. */
  entrants: number;
  /** The list that is being taken in. The page has it: the panel is rendered anew when a rotated screen changes the layout. */
  list: ChosenList;
  onList: Dispatch<SetStateAction<ChosenList>>;
  /** Opens the form of an entrant, which belongs to the page too; without one, of a new entrant. */
  onOpen: (entrant?: Entrant) => void;
}) {
  const history = useQuery(historyQuery(timedRace));
  const warning = history.data?.warning;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-ink-2">
          {entrants.toLocaleString('en-US')} entered. A list adds and corrects; whoever is not on it stays entered.
        </p>
        {entrants > 0 && (
          <a className={buttonStyle({ size: 'sm' })} href={fileAddress(timedRace, 'entrants.csv')} download>
            Export as CSV
          </a>
        )}
      </div>
      {warning && <Notice tone="error">{warning}</Notice>}
      <EntrantSearch timedRace={timedRace} onOpen={onOpen} />
      <ListImport timedRace={timedRace} list={list} onList={onList} />
      <EntrantHistoryList timedRace={timedRace} zone={zone} />
    </div>
  );
});
