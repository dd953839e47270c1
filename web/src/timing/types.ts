import type { Desk, TimedRace } from './api';

/** What every panel of the desk gets. */
export interface DeskProps {
  /** How the race is called. */
  race: string;
  /** The race as calls name it. */
  at: TimedRace;
  /** The race's date, as its record has it. */
  date: string;
  /** The race's IANA zone. */
  zone: string;
  desk: Desk;
}
