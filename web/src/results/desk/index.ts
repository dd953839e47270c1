import { lazy } from 'react';
import { loadDesk } from '@/core';

/** An administrator's further tools, loaded with the rules that they call. */
export const RaceTools = lazy(async () => {
  const [{ RaceTools: Tools }] = await Promise.all([import('./RaceTools'), loadDesk()]);
  return { default: Tools };
});
