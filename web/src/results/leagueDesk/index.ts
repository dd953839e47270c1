import { lazy } from 'react';
import { loadDesk } from '@/core';

/** What an administrator decides about the race league, loaded with the rules that it calls. */
export const LeagueDesk = lazy(async () => {
  const [{ LeagueDesk: Desk }] = await Promise.all([import('./LeagueDesk'), loadDesk()]);
  return { default: Desk };
});

/** The button that takes a result out of a runner of the race league. */
export const LeagueSplit = lazy(async () => ({ default: (await import('./LeagueSplit')).LeagueSplit }));
