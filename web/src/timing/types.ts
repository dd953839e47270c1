import type { Desk, TimedRace } from './api';

/** The props of every panel of the desk. */
export interface DeskProps {
  /** The race's name. */
  race: string;
  /** The race as the functions of `api.ts` expect it. */
  timedRace: TimedRace;
  /** The race's date, as its record has it. */
  date: string;
  /** The race's IANA zone. */
  zone: string;
  desk: Desk;
}

/** What a form of a correction needs of the race. */
export type Place = Pick<DeskProps, 'timedRace' | 'date' | 'zone'>;
