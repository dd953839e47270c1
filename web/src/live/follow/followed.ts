/** The followed runners that this device keeps, by the id of their race: a race may be renamed. Nothing names who follows. */
import type { Followed } from '@/core';
import { keptItems } from '@/ui';

/** A followed runner of a race, and what this device has told of the runner. */
export interface KeptFollow extends Followed {
  /** The id of the race. */
  race: string;
  /** When the following began, in epoch milliseconds: the order in which followed runners are shown. */
  since: number;
  /** Whether the account has it, too. */
  account?: boolean;
  /** Unfollowed on this device, which the account has not been told yet. */
  gone?: boolean;
}

/** The followed runners of all races. */
export const follows = keptItems<KeptFollow>('follow:', ({ race, bib }) => JSON.stringify([race, bib]));

/** The followed runners of a race, in their order. */
export function followsOf(all: readonly KeptFollow[], race: string | undefined): KeptFollow[] {
  return all
    .filter((one) => one.race === race && !one.gone)
    .sort((a, b) => a.since - b.since || (a.bib < b.bib ? -1 : 1));
}

/** How this device is told while the page is not looked at: by the open page, or by push messages. */
export type Notices = 'page' | 'push';

const choices = keptItems<{ race: string; by: Notices }>('followNotices:', ({ race }) => race);

/** How this device is told about a race; undefined for not at all. */
export const noticesOf = (race: string | undefined): Notices | undefined =>
  choices.all().find((one) => one.race === race)?.by;

/** As {@link noticesOf}; rendered again when it is changed. */
export const useNoticesOf = (race: string | undefined): Notices | undefined =>
  choices.useAll().find((one) => one.race === race)?.by;

/** Keeps the choice for a race. */
export function keepNotices(race: string, by: Notices | undefined): void {
  if (by) choices.keep({ race, by });
  else choices.drop({ race, by: 'page' });
}
