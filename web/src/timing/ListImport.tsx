import { type Dispatch, type SetStateAction, useRef } from 'react';
import { DropZone, type FileDropItem } from 'react-aria-components';
import { callFailure } from '@/api';
import { Button, CallNotice, FilePick, TextAreaField, toast } from '@/ui';
import { useDeskChange, useDryRun } from './api';
import { type ChosenList, putList, type SentList } from './entrantsApi';
import { ListPreview } from './ListPreview';
import type { Place } from './types';

/** Pasted text of more characters is taken as a file: a field with a whole list in it would block the page. */
const LONG_PASTE = 20_000;

/** Takes in a list of entrants: chosen, dropped, pasted or typed. A dry run shows what it would change, then it can be applied. */
export function ListImport({
  list: { typed, sent, outcome },
  onList,
  timedRace,
}: Pick<Place, 'timedRace'> & {
  list: ChosenList;
  onList: Dispatch<SetStateAction<ChosenList>>;
}) {
  const dryRun = useDryRun(timedRace, putList);
  const apply = useDeskChange(timedRace, putList);
  const failure = callFailure(dryRun.error);
  const section = useRef<HTMLElement>(null);

  const check = (list: SentList) => {
    apply.reset();
    // The outcome stays while the same list is checked with other columns: if these are refused, they can be corrected.
    const isOther = list.list !== sent?.list;
    if (isOther) onList((now) => ({ typed: list.list instanceof File ? '' : now.typed }));
    const { list: file, name, columns, dates } = list;
    dryRun.mutate(
      { list: file, name, columns, dates, dryRun: true },
      { onSuccess: (answer) => onList((now) => ({ ...now, sent: list, outcome: answer })) },
    );
  };
  const clear = () => {
    section.current?.focus({ preventScroll: true });
    // Once the long preview is gone, the page is shorter: then the section's beginning is shown.
    requestAnimationFrame(() => section.current?.scrollIntoView?.({ block: 'start' }));
    onList({ typed: '' });
    dryRun.reset();
    apply.reset();
  };
  const checkText = (text: string) =>
    check({ list: new Blob([text]), name: text.trimStart().startsWith('[') ? 'pasted.json' : 'pasted.csv' });
  const checkFile = (file: File) => check({ list: file, name: file.name });
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="flex scroll-mt-24 flex-col gap-4 outline-none"
      aria-labelledby="entrant-list"
    >
      <h3 id="entrant-list" className="display text-lg">
        A list
      </h3>
      <DropZone
        aria-label="Drop a list of entrants here"
        className="flex flex-col gap-4 rounded-bib border border-dashed border-control p-4 data-[drop-target]:border-line data-[drop-target]:bg-sunk"
        onDrop={async ({ items }) => {
          const file = items.find((item): item is FileDropItem => item.kind === 'file');
          if (file) checkFile(await file.getFile());
        }}
      >
        <div className="flex flex-wrap items-center gap-3">
          <FilePick accept=".csv,.tsv,.txt,.xlsx,.json,text/csv,application/json" onFile={checkFile}>
            Choose a file
          </FilePick>
          <p className="text-sm text-ink-2">
            {sent && sent.list instanceof File
              ? sent.name
              : 'CSV or .xlsx, as your registration system exports it. Or drop it here.'}
          </p>
        </div>
        <TextAreaField
          label="Entrant list"
          hint="Or paste cells of a spreadsheet, with the line that names the columns."
          value={typed}
          onChange={(text) => onList((now) => ({ ...now, typed: text }))}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text/plain');
            if (text.length <= LONG_PASTE) return;
            event.preventDefault();
            onList({ typed: '' });
            checkText(text);
          }}
          rows={4}
          placeholder={'bib,firstname,lastname,gender,age,contest\n1001,Ada,Miller,f,34,10K'}
          className="[&_textarea]:max-h-60 [&_textarea]:font-mono [&_textarea]:text-sm"
        />
        <Button
          tone="ink"
          className="self-start"
          isDisabled={typed.trim() === ''}
          pending={dryRun.isPending}
          onPress={() => checkText(typed)}
        >
          Show what would change
        </Button>
      </DropZone>
      {dryRun.isError && <CallNotice {...failure} onRetry={() => check(dryRun.variables)} />}
      {sent && outcome && (
        <ListPreview
          key={outcome.preview}
          timedRace={timedRace}
          outcome={outcome}
          sent={sent}
          checking={dryRun.isPending}
          onCheck={check}
          onCancel={clear}
          applying={apply.isPending}
          failure={apply.isError ? callFailure(apply.error) : undefined}
          onApply={() =>
            apply.mutate(
              { ...sent, dryRun: false, version: outcome.version ?? undefined },
              {
                onSuccess: ({ summary }) => {
                  toast.success(summary);
                  clear();
                },
              },
            )
          }
        />
      )}
    </section>
  );
}
