import { useFreshness } from '@/api';
import { Updated } from '@/racekit';
import type { Venue } from './useVenue';

/** How old the shown data is; its state only when a request failed. */
export function Freshness({ venue, className = '' }: { venue: Venue; className?: string }) {
  const { field, failure } = venue;
  return (
    <Updated {...useFreshness(field)} failure={failure?.state} className={`flex-wrap items-center ${className}`} />
  );
}
