/** The requests of the desk's panel of the packet desk. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, send } from '@/api';
import type { PacketLinkForm } from '@/core';
import { at, deskInterval, type TimedRace } from './api';

/** A link of the day, without its secret. */
export type PacketLinkShown = Answer<'get', 'packets/{RaceName}'>['links'][number];

/** The links, places and counts of a race's packets. */
export const packetsQuery = (race: TimedRace) =>
  queryOptions({
    queryKey: ['timing', race.name, 'packets'],
    queryFn: ({ signal }) => get('packets/{RaceName}', { signal, ...at(race) }),
    refetchInterval: deskInterval,
    networkMode: 'always',
    retry: false,
  });

/** Makes a link. Its secret is only in this response. */
export const postLink = (race: TimedRace, json: PacketLinkForm) =>
  send('post', 'packets/{RaceName}/links', { json, ...at(race) });

/** Revokes a link. */
export const deleteLink = (race: TimedRace, id: string) =>
  send('delete', 'packets/{RaceName}/links/{id}', { path: { RaceName: race.name, id }, query: { id: race.id } });

/** Sets the places and pens. */
export const putPlaces = (race: TimedRace, text: string) =>
  send('put', 'packets/{RaceName}/places', { json: { text }, ...at(race) });
