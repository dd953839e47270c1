import type { TimedRace } from './api';

/** What a form of a correction needs of the race. */
export interface Place {
  /** The race as the functions of `api.ts` expect it. */
  timedRace: TimedRace;
  /** The race's date, as its record has it. */
  date: string;
  /** The race's IANA zone. */
  zone: string;
}

/** What a list of the desk needs so that it is fetched again when it may have changed. */
export interface Revised {
  /** Another text means that something was decided, or another run or setup counts. */
  revision: string;
}
