/** The requests of the start: the boxes' marks, and the guns. */
import { queryOptions } from '@tanstack/react-query';
import { get, refused, send } from '@/api';
import type { GunsSent } from '@/core';
import { deskInterval, type TimedRace } from './api';

/** The marks of the boxes, and where the guns came from. */
export const marksQuery = (race: TimedRace, paused: boolean) =>
  queryOptions({
    queryKey: ['timing', race.name, 'marks'],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/marks', { signal, path: { RaceName: race.name }, query: { id: race.id } }),
    refetchInterval: paused ? (false as const) : deskInterval,
    networkMode: 'always',
    retry: false,
  });

/** Sets several guns at once, all or none. */
export const postGuns = (race: TimedRace, guns: GunsSent) =>
  send('post', 'timing/{RaceName}/guns', { json: guns, path: { RaceName: race.name }, query: { id: race.id } });

/** Returns the setup as it is, if guns were refused because another one stands. */
export const gunsNow = (error: unknown) => refused<'post', 'timing/{RaceName}/guns'>(error, 'GUN_STANDS');
