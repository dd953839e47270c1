import { useEffect, useState } from 'react';
import type { Field } from '@/api';
import { core, type FollowedRow } from '@/core';
import { Button, Notice } from '@/ui';
import type { Follow } from './useFollow';

/** The question whether the runners of a shared link are followed: they are added to those who are, and only after a press. */
export function SharedFollows({
  link,
  follow,
  field,
  onAnswered,
}: {
  link: string;
  follow: Follow;
  field: Field;
  onAnswered: () => void;
}) {
  const { board, info } = field;
  const version = info?.version;
  const [rows, setRows] = useState<readonly FollowedRow[]>();
  const bibs = core().followOffered([...follow.bibs], link);
  const text = JSON.stringify(bibs);
  useEffect(() => {
    if (!board || version === undefined) return;
    let cancelled = false;
    const followed = (JSON.parse(text) as string[]).map((bib) => ({ bib }));
    board.followed({ followed, by: 'page', now: Date.now() }).then(
      (page) => !cancelled && setRows(page.rows),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [board, version, text]);
  if (bibs.length === 0 || !rows) return null;
  return (
    <Notice tone="info" title="This link comes with runners to follow">
      <p>{rows.map((row) => `${row.name} (${row.bib})`).join(', ')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          tone="ink"
          onPress={() => {
            follow.add(bibs);
            onAnswered();
          }}
        >
          {bibs.length === 1 ? 'Follow this runner' : `Follow these ${bibs.length} runners`}
        </Button>
        <Button size="sm" onPress={onAnswered}>
          No, thanks
        </Button>
      </div>
    </Notice>
  );
}
