/** The requests for the timers that connect to this server, and for those from which it fetches. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, type Schemas, send } from '@/api';
import { deskInterval, type TimedRace } from './api';

/** The port for MYLAPS timers, and what arrived. */
export type Mylaps = Answer<'get', 'timing/{RaceName}/mylaps'>;

/** A pull, and how it goes. */
export type PullShown = Answer<'get', 'timing/{RaceName}/pulls'>['pulls'][number];

const at = ({ name, id }: TimedRace) => ({ path: { RaceName: name }, query: { id } });
const polled = { refetchInterval: deskInterval, networkMode: 'always', retry: false } as const;

/** The settings and the health of the MYLAPS port. */
export const mylapsQuery = (race: TimedRace) =>
  queryOptions({
    queryKey: ['timing', race.name, 'mylaps'],
    queryFn: ({ signal }) => get('timing/{RaceName}/mylaps', { signal, ...at(race) }),
    ...polled,
  });

/** Sets which addresses may send which timing points. */
export const putMylaps = (race: TimedRace, json: Schemas['MylapsSenders']) =>
  send('put', 'timing/{RaceName}/mylaps', { json, ...at(race) });

/** The pulls of the race and their health. */
export const pullsQuery = (race: TimedRace) =>
  queryOptions({
    queryKey: ['timing', race.name, 'pulls'],
    queryFn: ({ signal }) => get('timing/{RaceName}/pulls', { signal, ...at(race) }),
    ...polled,
  });

/** Sets the pulls. */
export const putPulls = (race: TimedRace, json: Schemas['PullsSent']) =>
  send('put', 'timing/{RaceName}/pulls', { json, ...at(race) });
