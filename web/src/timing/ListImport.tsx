import { type Dispatch, type SetStateAction, useRef } from 'react';
import { callFailure } from '@/api';
import { CallNotice, toast } from '@/ui';
import { ListPick, pastedName } from '@/ui/ListPick';
import { useDeskChange, useDryRun } from './api';
import { type ChosenList, putList, type SentList } from './entrantsApi';
import { ListPreview } from './ListPreview';
import type { Place } from './types';

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
  const checkText = (text: string) => check({ list: new Blob([text]), name: pastedName(text) });
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
      <ListPick
        dropLabel="Drop a list of entrants here"
        chosen={
          sent && sent.list instanceof File
            ? sent.name
            : 'CSV or .xlsx, as your registration system exports it. Or drop it here.'
        }
        label="Entrant list"
        hint="Or paste cells of a spreadsheet, with the line that names the columns."
        placeholder={'bib,firstname,lastname,gender,age,contest\n1001,Ada,Miller,f,34,10K'}
        typed={typed}
        onTyped={(text) => onList((now) => ({ ...now, typed: text }))}
        onFile={checkFile}
        onText={checkText}
        pending={dryRun.isPending}
        action="Show what would change"
      />
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
