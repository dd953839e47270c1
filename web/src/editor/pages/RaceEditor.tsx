import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isMissing } from '@/api';
import type { Part, Race } from '@/core';
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
import { bringBack, editedRaceQuery, type SaveAnswer, showSaved } from './api';
import { CallFailed } from './CallFailed';
import { CardSection } from './CardSection';
import { CourseSection } from './CourseSection';
import { DetailsSection } from './DetailsSection';
import { keptOf } from './drafts';
import { HeaderSection } from './HeaderSection';
import { LocationSection } from './LocationSection';
import { MediaSection } from './MediaSection';
import { MemoriesSection } from './MemoriesSection';
import { PartnersSection } from './PartnersSection';
import { parts, partTitle, withFrames, words } from './rules';
import { EditorContext, EditorStore, useEditor } from './store';
import { AccommodationSection, RulesSection, TextSection } from './TextSections';
import { HiddenHere, VisibilityButton } from './Visibility';

/** What stands in the section that begins with a part. */
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

/** The sections in the core's order. Made once: they never change as a whole, only their parts do. */
function sections(): RailSection[] {
  const all = parts();
  return all.flatMap(({ part, section: title }) => {
    const content = CONTENTS[part];
    if (!content) return [];
    const own = all.filter((one) => one.section === title).map((one) => one.part);
    return [{ id: part, title, open: part === 'header', content, mark: <Unsaved parts={own} /> }];
  });
}

/** Says of a section that something in it is not saved: it may be folded away, or far up the page. */
function Unsaved({ parts: own }: { parts: readonly Part[] }) {
  const { store } = useEditor();
  const unsaved = useSyncExternalStore(store.subscribe, () => store.unsaved.some((part) => own.includes(part)));
  return (
    unsaved && <span className="ml-2 text-sm font-medium tracking-normal text-live [font-stretch:100%]">Not saved</span>
  );
}

/** One race's page under edit: its sections along the line, each part with an edit mode of its own. */
export function RaceEditor({
  name,
  onRenamed,
}: {
  name: string;
  /** The race has another name from now on. */
  onRenamed: (name: string) => void;
}) {
  const queries = useQueryClient();
  const [rail] = useState(sections);
  // What is previewed, as it was when the view was switched; nothing while editing.
  const [previewed, setPreviewed] = useState<Race>();
  // The name that it had when somebody renamed it elsewhere.
  const [before, setBefore] = useState<string>();
  // The race that was opened is meant from then on, whatever becomes of its name.
  const [opened, setOpened] = useState<string>();
  const { data, error, refetch } = useQuery(editedRaceQuery(name, opened));
  if (opened === undefined && data?.id !== undefined) setOpened(data.id);
  // One store for as long as this race is edited, whatever a later answer lacks: it holds the words.
  const [store, setStore] = useState<EditorStore>();
  if (data && !store) setStore(new EditorStore(data.id ?? name, name));
  useEffect(() => {
    if (!store) return;
    const leave = () => store.keepAll();
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
  // The name that it had may be another race's by now: what is kept under it must not be shown for that one.
  const former = useRef(name);
  useEffect(() => {
    if (former.current !== name) queries.removeQueries({ queryKey: editedRaceQuery(former.current).queryKey });
    former.current = name;
  }, [name, queries]);
  const called = data?.race.Race;
  useEffect(() => {
    if (!data || called === undefined || called === name) return;
    if (isOther(called, name)) setBefore(name);
    queries.setQueryData(editedRaceQuery(called).queryKey, data);
    renamed(called);
  }, [data, called, name, queries, renamed]);

  const editor = useMemo(() => {
    if (!data || !store) return undefined;
    const query = editedRaceQuery(name);
    const saved = ({ updatedRace: race, versions }: SaveAnswer, part?: Part) => {
      if (!race) return void queries.invalidateQueries({ queryKey: query.queryKey });
      // Of several answers to one send the first may have brought another name.
      const before = store.name;
      showSaved(queries, before, { id: data.id, race, versions: versions ?? data.versions });
      if (race.Race === before) return;
      if (part !== 'header' && isOther(race.Race, before)) setBefore(before);
      renamed(race.Race);
    };
    return { ...data, name, store, saved, bringBack: (as?: string) => bringBack(queries, data.id ?? name, as) };
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
          {editor && <p className="mt-1 text-ink-2">{editor.race.Date || 'Date to be announced'}</p>}
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
                setPreviewed(view === 'preview' ? withFrames(editor.store.drafted(editor.race)) : undefined)
              }
            />
            <Link to="/race/$RaceName" params={{ RaceName: name }} className={buttonStyle({ size: 'sm' })}>
              Open its page
            </Link>
            <Link to="/Timing" search={{ race: name }} className={buttonStyle({ size: 'sm' })}>
              Its timing
            </Link>
            <VisibilityButton edited={editor} name={name} />
          </div>
        )}
      </header>
      {editor ? (
        <EditorContext value={editor}>
          <HiddenHere edited={editor} />
          {error && (
            <div className="mb-6">
              <CallFailed error={error}>
                What you see is from the last update, and nothing you typed is lost.
              </CallFailed>
            </div>
          )}
          {before !== undefined && before !== name && (
            <div className="mb-6" role="status">
              <Notice tone="info">
                <p>
                  {before} is called {name} now. It is the same race, and nothing that you typed is lost.
                </p>
              </Notice>
            </div>
          )}
          {/* Hidden rather than gone while previewing, so that open sections and the place in them stay. */}
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

/** Whether it is another name, and not the same in other letters. */
function isOther(name: string, before: string): boolean {
  return name.toLowerCase() !== before.toLowerCase();
}

/** Words before leaving with something unsaved. */
function LeaveGuard({ store }: { store: EditorStore }) {
  const blocker = useBlocker({
    // Anchors of this page, and its new address after a rename, lead nowhere else.
    shouldBlockFn: ({ current, next }) =>
      store.busy &&
      (next.pathname.toLowerCase() !== current.pathname.toLowerCase() ||
        (next.search as { race?: string }).race !== store.name),
    enableBeforeUnload: () => store.busy,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title="Unsaved changes"
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      confirmLabel="Leave"
      onConfirm={() => {
        store.keepAll();
        blocker.proceed?.();
      }}
    >
      <p>{words().leave}</p>
      <p className="mt-2 text-sm text-ink-2">
        Not saved yet: {store.unsaved.map(partTitle).join(', ')}.{' '}
        {store.keeps
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
      <Leftovers name={name} />
    </div>
  );
}

/** The words that were typed for a race that is not there any more: to be read and copied, since they can't be saved. */
function Leftovers({ name }: { name: string }) {
  const [words] = useState(() => keptOf(name));
  if (words.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="leftovers">
      <h2 id="leftovers" className="display mb-4 text-lg">
        What you typed and did not save
      </h2>
      <p className="mb-4 max-w-prose text-ink-2">
        It is offered again in the editor once the race is restored. Until then you can copy it from here.
      </p>
      <dl className="flex flex-col gap-4">
        {words.map(({ id, part, kept }) => (
          <div key={`${id} ${part}`} className="rounded-bib border border-rule bg-card p-4">
            <dt className="label mb-2">{partTitle(part)}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {texts(Object.values(kept.after)).join('\n')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The texts within values, in their order. */
function texts(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? texts(Object.values(value)) : [];
  });
}
