import { useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { EmptyState, Segmented } from '@/ui';
import { PagedList } from '@/ui/PagedList';
import { type ListName, listQuery, PAGE_PHOTOS, type PhotoSummary } from './api';
import { PhotoRow } from './PhotoRow';

/** A race's photos in three lists: those without a runner, those that are shown, and those that were removed on request. */
export function PhotoLists({ summary }: { summary: PhotoSummary }) {
  const [list, setList] = useState<ListName>('unmatched');
  const words = deskCore().photoWords();
  const count = (number: number) => number.toLocaleString('en-US');
  const about: Record<ListName, string> = { unmatched: words.unmatched, matched: '', removed: words.removed };
  return (
    <section aria-labelledby="photos-lists" className="flex flex-col gap-4">
      <h2 id="photos-lists" className="display text-xl">
        Photos
      </h2>
      <Segmented
        label="Which photos"
        value={list}
        onChange={setList}
        options={[
          { id: 'unmatched', label: `No runner ${count(summary.unmatched)}` },
          { id: 'matched', label: `Shown ${count(summary.matched)}` },
          { id: 'removed', label: `Removed ${count(summary.removed)}` },
        ]}
      />
      {about[list] && <p className="max-w-prose text-ink-2">{about[list]}</p>}
      <PagedList
        label="List of photos"
        listKey={list}
        revision={`${summary.photos} ${summary.unmatched} ${summary.removed}`}
        pageRows={PAGE_PHOTOS}
        page={(number) => listQuery(summary.race, list, number) as never}
        read={(page: { total: number; photos: PhotoSummaryRow[] }) => ({ total: page.total, rows: page.photos })}
        rowKey={(photo) => photo.id}
        rowHeight={124}
        row={(photo) => <PhotoRow race={summary.race} photo={photo} />}
        failure={callFailure}
        empty={<EmptyState title={words.empty}>{null}</EmptyState>}
      />
    </section>
  );
}

type PhotoSummaryRow = Parameters<typeof PhotoRow>[0]['photo'];
