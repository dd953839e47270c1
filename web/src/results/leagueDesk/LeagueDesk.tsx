import type { DeskView } from '../league/search';
import { LeaguePersons } from './LeaguePersons';
import { LeagueSettings } from './LeagueSettings';

/** What an administrator decides about the race league. */
export function LeagueDesk({ view, year }: { view: DeskView; year: number }) {
  return view === 'settings' ? <LeagueSettings year={year} /> : <LeaguePersons year={year} />;
}
