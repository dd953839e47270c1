import { lazy } from 'react';
import { loadDesk } from '@/core';

/** An administrator's further tools, loaded with the rules that they call. */
export const RaceTools = lazy(async () => {
  const [{ RaceTools: Tools }] = await Promise.all([import('./RaceTools'), loadDesk()]);
  return { default: Tools };
});

/** What an administrator does with the results of a race. */
export const PublishPanel = lazy(async () => ({ default: (await import('./PublishPanel')).PublishPanel }));

/** Who gets the awards of a race, for an administrator. */
export const AwardSetting = lazy(async () => ({ default: (await import('./AwardSetting')).AwardSetting }));
