import type { Profile } from '@/api';
import { core } from '@/core';

/** A pace by the mile, and by the kilometer beside it for who reads kilometers. */
export function Pace({ pace, units }: { pace: string; units: Profile['units'] }) {
  const byKm = units === 'km' ? core().paceToKilometer(pace) : '';
  if (!pace) return null;
  return (
    <>
      <span className="whitespace-nowrap">{pace} /mi</span>
      {byKm && <span className="whitespace-nowrap text-ink-2"> {byKm} /km</span>}
    </>
  );
}
