import { memo } from 'react';
import { Table } from '@/ui';
import type { Line } from './api';
import { columnsOf, lineKey } from './columns';
import type { ResultsChange } from './search';

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
  return <Table caption="Results" columns={columnsOf({ withRace, onChange })} rows={lines} rowKey={lineKey} />;
});
