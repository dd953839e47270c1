import { memo, useDeferredValue } from 'react';
import { Table, useMedia, WIDE_SCREEN } from '@/ui';
import type { Line } from './api';
import { columnsOf, lineKey } from './columns';
import type { ResultsChange } from './search';

const NONE: readonly Line[] = [];

/** The lines of a page of the leaderboard. */
export const Lines = memo(function Lines({
  lines,
  withRace,
  onChange,
}: {
  lines: readonly Line[];
  /** Whether the lines are of several races. */
  withRace: boolean;
  onChange: (change: ResultsChange) => void;
}) {
  // The rows are drawn in slices, between which the page answers: on a phone a table takes many frames.
  const shown = useDeferredValue(lines, NONE);
  // A phone makes no cells that it does not show.
  const isWide = useMedia(WIDE_SCREEN);
  const columns = columnsOf({ withRace, onChange }).filter((column) => isWide || !column.wide);
  if (shown.length === 0 && lines.length > 0) return <div className="min-h-[40rem]" />;
  return <Table caption="Results" columns={columns} rows={shown} rowKey={lineKey} />;
});
