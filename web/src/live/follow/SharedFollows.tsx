import { useEffect, useState } from 'react';
import type { Field } from '@/api';
import type { FollowedRow, FollowOffer } from '@/core';
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
  const [offer, setOffer] = useState<FollowOffer & { rows: readonly FollowedRow[] }>();
  const own = follow.bibs;
  useEffect(() => {
    if (!board || version === undefined) return;
    let cancelled = false;
    const ask = async () => {
      const offered = await board.offered([...own], link);
      const followed = offered.bibs.map((bib) => ({ bib }));
      const { rows } = await board.followed({ followed, by: 'page', now: Date.now() });
      if (!cancelled) setOffer({ ...offered, rows });
    };
    ask().catch(() => undefined);
    return () => {
      cancelled = true;
    };
  }, [board, version, own, link]);
  if (!offer || (offer.bibs.length === 0 && offer.leftOut === '')) return null;
  const { bibs, leftOut, rows } = offer;
  return (
    <Notice tone="info" title="This link comes with runners to follow">
      {rows.length > 0 && <p>{rows.map((row) => `${row.name} (${row.bib})`).join(', ')}</p>}
      {leftOut && <p className="text-ink-2">{leftOut}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {bibs.length > 0 && (
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
        )}
        <Button size="sm" onPress={onAnswered}>
          {bibs.length > 0 ? 'No, thanks' : 'OK'}
        </Button>
      </div>
    </Notice>
  );
}
