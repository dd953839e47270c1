import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, EyeOff, Trash2 } from 'lucide-react';
import { core, type ListRow } from '@/core';
import { Button } from '@/ui';
import { visibilityWords } from '../kit/rules';
import { editedRaceQuery } from './api';

/** A race in the list. It is prefetched on hover and on focus, so that its editor opens at once. */
export function RaceRow({
  row,
  onDuplicate,
  onDelete,
}: {
  row: ListRow;
  onDuplicate: () => void;
  onDelete: () => void;
}) {
  const queries = useQueryClient();
  const prefetch = () => void queries.prefetchQuery(editedRaceQuery(row.name, row.id));
  return (
    <li className="relative grid min-h-20 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-rule py-3 hover:bg-sunk sm:grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:pr-2">
      <DateBadge row={row} />
      <span className="min-w-0">
        <Link
          to="/EditRaces"
          search={{ race: row.name }}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          onTouchStart={prefetch}
          className="label text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {row.name}
        </Link>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
          <span
            className={`label rounded-chip border px-2 text-xs ${row.upcoming ? 'border-line text-line' : 'border-control text-ink-2'}`}
          >
            {row.label}
          </span>
          {row.isHidden === 'True' && (
            <span className="label inline-flex items-center gap-1 rounded-chip border border-ink px-2 text-xs text-ink">
              <EyeOff size={12} aria-hidden="true" />
              {visibilityWords().hidden}
            </span>
          )}
          {core().dateText('', row.date).text}
        </span>
      </span>
      {/* In front of the link that covers the row. */}
      <span className="relative col-start-2 flex flex-wrap gap-2 sm:col-start-3">
        <Button size="sm" onPress={onDuplicate}>
          <Copy size={16} aria-hidden="true" />
          Duplicate<span className="sr-only"> {row.name}</span>
        </Button>
        <Button size="sm" className="text-live!" onPress={onDelete}>
          <Trash2 size={16} aria-hidden="true" />
          DELETE<span className="sr-only"> {row.name}</span>
        </Button>
      </span>
    </li>
  );
}

/** The date as a small bib with month, day and year. Hidden from screen readers, because the date is also written out in the row. */
function DateBadge({ row: { badge, upcoming } }: { row: ListRow }) {
  return (
    <span
      aria-hidden="true"
      className="flex flex-col items-center overflow-hidden rounded-control border border-control bg-card text-center"
    >
      <span className={`label w-full text-xs ${upcoming ? 'bg-line text-on-fill' : 'bg-sunk text-ink-2'}`}>
        {badge?.month ?? '–'}
      </span>
      <span className="numerals py-1.5 text-2xl leading-none">{badge?.day ?? 'TBA'}</span>
      <span className="tabular pb-0.5 text-xs leading-none text-ink-3">{badge?.year ?? '–'}</span>
    </span>
  );
}
