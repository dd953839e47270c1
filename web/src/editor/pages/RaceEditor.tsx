import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isMissing } from '@/api';
import { core, type Part, type Race } from '@/core';
import {
  buttonStyle,
  ConfirmDialog,
  DelayedSkeleton,
  EmptyState,
  Notice,
  type RailSection,
  SectionRail,
  Segmented,
  Skeleton,
} from '@/ui';
import { RacePreview } from '../preview/RacePreview';
import { AwardsSection } from './AwardsSection';
import { editedRaceQuery, restoreDeletedRace, type SavedState, showSaved } from './api';
import { CallFailed } from './CallFailed';
import { CardSection } from './CardSection';
import { CourseSection } from './CourseSection';
import { DetailsSection } from './DetailsSection';
import { unsavedOfRace } from './drafts';
import { HeaderSection } from './HeaderSection';
import { LocationSection } from './LocationSection';
import { MediaSection } from './MediaSection';
import { MemoriesSection } from './MemoriesSection';
import { PartnersSection } from './PartnersSection';
import { parts, partTitle, withFrames, words } from './rules';
import { EditorContext, EditorStore, useEditor } from './store';
import { AccommodationSection, RulesSection, TextSection } from './TextSections';
import { HiddenNotice, VisibilityButton } from './Visibility';

/** The content of each section, by the section's first part. */
const CONTENTS: Partial<Record<Part, ReactNode>> = {
  header: <HeaderSection />,
  location: <LocationSection />,
  details: <DetailsSection />,
  partners: <PartnersSection />,
  course: <CourseSection />,
  awards: <AwardsSection />,
  training: <TextSection id="training" name="Training" />,
  rules: <RulesSection />,
  safety: <TextSection id="safety" name="Safety" />,
  accommodation: <AccommodationSection />,
  refund: <TextSection id="refund" name="Refund" />,
  memories: <MemoriesSection />,
  card: <CardSection />,
  media: <MediaSection />,
};

/** The sections in the core's order. The elements are created once, because only the parts in them change. */
function sections(): RailSection[] {
  const all = parts();
  return all.flatMap(({ part, section: title }) => {
    const content = CONTENTS[part];
    if (!content) return [];
    const own = all.filter((one) => one.section === title).map((one) => one.part);
    return [{ id: part, title, open: part === 'header', content, mark: <Unsaved parts={own} /> }];
  });
}

/** Marks a section with unsaved changes, which may be collapsed or out of sight. */
function Unsaved({ parts: own }: { parts: readonly Part[] }) {
  const { store } = useEditor();
  const unsaved = useSyncExternalStore(store.subscribe, () => store.unsaved.some((part) => own.includes(part)));
  return (
    unsaved && <span className="ml-2 text-sm font-medium tracking-normal text-live [font-stretch:100%]">Not saved</span>
  );
}

/** The editor of one race's page: its sections along the progress line, each part with its own edit mode. */
export function RaceEditor({
  name,
  onRenamed,
}: {
  name: string;
  /** Called when the race's name has changed. */
  onRenamed: (name: string) => void;
}) {
  const queries = useQueryClient();
  const [rail] = useState(sections);
  // The race as it was when the preview was opened; undefined while editing.
  const [previewed, setPreviewed] = useState<Race>();
  // The name that the race had before somebody renamed it elsewhere.
  const [formerName, setFormerName] = useState<string>();
  // The id of the opened race. It identifies the race from then on, even if it is renamed.
  const [opened, setOpened] = useState<string>();
  const { data, error, refetch } = useQuery(editedRaceQuery(name, opened));
  if (opened === undefined && data?.id !== undefined) setOpened(data.id);
  // One store for as long as this race is edited, because it holds the unsaved text. A later response does not replace it.
  const [store, setStore] = useState<EditorStore>();
  if (data && !store) setStore(new EditorStore(data.id ?? name, name));
  const id = data?.id;
  useEffect(() => {
    if (id !== undefined) store?.identify(id);
  }, [store, id]);
  useEffect(() => {
    if (!store) return;
    const leave = () => store.storeAll();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);

  const renamed = useCallback(
    (to: string) => {
      if (store) store.name = to;
      onRenamed(to);
    },
    [store, onRenamed],
  );
  // Another race may have the previous name now: the cache entry under that name must not be shown for it.
  const previousName = useRef(name);
  useEffect(() => {
    if (previousName.current !== name)
      queries.removeQueries({ queryKey: editedRaceQuery(previousName.current).queryKey });
    previousName.current = name;
  }, [name, queries]);
  const savedName = data?.race.Race;
  useEffect(() => {
    if (!data || savedName === undefined || savedName === name) return;
    if (isOtherName(savedName, name)) setFormerName(name);
    queries.setQueryData(editedRaceQuery(savedName).queryKey, data);
    renamed(savedName);
  }, [data, savedName, name, queries, renamed]);

  const editor = useMemo(() => {
    if (!data || !store) return undefined;
    const saved = ({ updatedRace: race, versions }: SavedState, part?: Part) => {
      // One save may have several responses; an earlier one may already have changed the name.
      const before = store.name;
      showSaved(queries, before, { id: data.id, race, versions });
      if (race.Race === before) return;
      if (part !== 'header' && isOtherName(race.Race, before)) setFormerName(before);
      renamed(race.Race);
    };
    return {
      ...data,
      name,
      store,
      saved,
      restoreDeletedRace: (as?: string) => restoreDeletedRace(queries, data.id ?? name, as),
    };
  }, [data, name, store, queries, renamed]);

  return (
    <>
      <Link to="/EditRaces" className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeft size={18} aria-hidden="true" />
        {words().back}
      </Link>
      <header className="mt-2 mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="display text-2xl sm:text-3xl">{editor ? name : 'Edit Pages'}</h1>
          {editor && <p className="mt-1 text-ink-2">{core().dateText('', editor.race.Date).text}</p>}
        </div>
        {editor && (
          <div className="flex flex-wrap items-center gap-3">
            <Segmented
              label="View"
              options={[
                { id: 'edit', label: 'Edit' },
                { id: 'preview', label: 'Preview' },
              ]}
              value={previewed ? 'preview' : 'edit'}
              onChange={(view) =>
                setPreviewed(view === 'preview' ? withFrames(editor.store.withUnsaved(editor.race)) : undefined)
              }
            />
            <Link to="/race/$RaceName" params={{ RaceName: name }} className={buttonStyle({ size: 'sm' })}>
              Open its page
            </Link>
            <Link to="/Timing" search={{ race: name }} className={buttonStyle({ size: 'sm' })}>
              Its timing
            </Link>
            <Link to="/announcements" search={{ race: name }} className={buttonStyle({ size: 'sm' })}>
              Write to entrants
            </Link>
            <VisibilityButton edited={editor} name={name} />
          </div>
        )}
      </header>
      {editor ? (
        <EditorContext value={editor}>
          <HiddenNotice edited={editor} />
          {error && (
            <div className="mb-6">
              <CallFailed error={error}>
                What you see is from the last update, and nothing you typed is lost.
              </CallFailed>
            </div>
          )}
          {formerName !== undefined && formerName !== name && (
            <div className="mb-6" role="status">
              <Notice tone="info">
                <p>
                  {formerName} is called {name} now. It is the same race, and nothing that you typed is lost.
                </p>
              </Notice>
            </div>
          )}
          {/* Hidden instead of removed during the preview, so that the open sections and their scroll position are preserved. */}
          <div hidden={previewed !== undefined}>
            <SectionRail label="Sections of the page" sections={rail} />
          </div>
          {previewed && (
            <RacePreview race={previewed} note="With your changes that are not saved yet: visitors don't see those." />
          )}
        </EditorContext>
      ) : error ? (
        <LoadFailed name={name} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      {store && <LeaveGuard store={store} />}
    </>
  );
}

/** Whether a name differs from another one in more than upper and lower case. */
function isOtherName(name: string, before: string): boolean {
  return name.toLowerCase() !== before.toLowerCase();
}

/** Asks for confirmation before the page is left with unsaved changes. */
function LeaveGuard({ store }: { store: EditorStore }) {
  const blocker = useBlocker({
    // Links within this page, and its new address after a rename, do not leave it.
    shouldBlockFn: ({ current, next }) =>
      store.hasUnsaved &&
      (next.pathname.toLowerCase() !== current.pathname.toLowerCase() ||
        (next.search as { race?: string }).race !== store.name),
    enableBeforeUnload: () => store.hasUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title="Unsaved changes"
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      confirmLabel="Leave"
      onConfirm={() => {
        store.storeAll();
        blocker.proceed?.();
      }}
    >
      <p>{words().leave}</p>
      <p className="mt-2 text-sm text-ink-2">
        Not saved yet: {store.unsaved.map(partTitle).join(', ')}.{' '}
        {store.canStore
          ? 'The words are kept in this browser and offered again when you come back to this race; chosen files are not.'
          : 'This browser can keep nothing more, so the words are lost when you leave.'}
      </p>
    </ConfirmDialog>
  );
}

function Loading() {
  return (
    <DelayedSkeleton label={words().loading}>
      <p className="mb-6 text-ink-2" aria-hidden="true">
        {words().loading}
      </p>
      <Skeleton className="h-64" />
      <Skeleton className="mt-4 h-64" />
    </DelayedSkeleton>
  );
}

function LoadFailed({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  if (!isMissing(error)) return <CallFailed error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState title={words().notFound}>
        It may have been deleted or renamed. The selection lists every race, and those that can be restored.
      </EmptyState>
      <UnsavedTexts name={name} />
    </div>
  );
}

/** The unsaved texts of a race that does not exist any more: they can be read and copied, but not saved. */
function UnsavedTexts({ name }: { name: string }) {
  const [unsaved] = useState(() => unsavedOfRace(name));
  if (unsaved.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="leftovers">
      <h2 id="leftovers" className="display mb-4 text-lg">
        What you typed and did not save
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        It is offered again in the editor once the race is restored. Until then you can copy it from here.
      </p>
      <dl className="flex flex-col gap-4">
        {unsaved.map(({ id, part, changes }) => (
          <div key={`${id} ${part}`} className="rounded-bib border border-rule bg-card p-4">
            <dt className="label mb-2">{partTitle(part)}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {texts(Object.values(changes.after)).join('\n')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All strings within values, in their order. */
function texts(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? texts(Object.values(value)) : [];
  });
}
