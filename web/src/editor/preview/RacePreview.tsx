import { Suspense, useEffect, useRef, useState } from 'react';
import type { Race } from '@/core';
import { RaceTile } from '@/racekit';
import { Segmented, Spinner, useMedia, useViewWindow, WIDE_SCREEN } from '@/ui';
import { type PublicPages, usePublicPages } from './pages';
import { Screen, type ScreenSize } from './Screen';

/** The previewed page. */
type PageId = 'race' | 'card' | 'media';
/** The previewed screens. */
type View = 'phone' | 'desktop' | 'both';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** The minimum drawn height of the desktop, in pixels: on a phone the scaled desktop would otherwise be a narrow strip. */
const MIN_DESKTOP_HEIGHT = 480;
/** The gap between the two screens, in pixels. */
const GAP = 24;
/** The phone's share of the width, next to the desktop. */
const PHONE_SHARE = 0.25;

/**
 * Shows a race as visitors will see it: its page, its card and its media page, rendered by the public pages' own components, on a
 * phone and on a desktop, each in a window of that size. The race need not be saved; its pictures may have any URL that the browser
 * can read.
 */
export function RacePreview({
  race,
  start = 'race',
  note = 'Not published yet.',
}: {
  race: Race;
  /** A sentence that says how the preview differs from the published page. */
  note?: string;
  /** The page that is shown first. */
  start?: PageId;
}) {
  const pages = usePublicPages();
  const wide = useMedia(WIDE_SCREEN);
  const fitsBoth = useMedia('(min-width: 48rem)');
  const [shown, setShown] = useState<PageId>(start);
  const [chosen, setView] = useState<View>();
  const wanted = chosen ?? (wide ? 'both' : 'phone');
  const view = wanted === 'both' && !fitsBoth ? 'phone' : wanted;
  const [box, room] = useWidth();
  const sizes = room > 0 ? screens(view, room) : [];
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Page"
          options={[
            { id: 'race', label: 'Race page' },
            { id: 'card', label: 'Card' },
            { id: 'media', label: 'Media page' },
          ]}
          value={shown}
          onChange={setShown}
        />
        <Segmented
          label="Screen"
          options={[
            { id: 'phone', label: 'Phone' },
            { id: 'desktop', label: 'Desktop' },
            ...(fitsBoth ? [{ id: 'both' as const, label: 'Side by side' }] : []),
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <p className="text-sm text-ink-3">
        {note} Links to other sites open beside this page; links within this site rest.
      </p>
      <div ref={box} className="flex flex-wrap justify-center" style={{ gap: GAP }}>
        {sizes.map(({ name, ...size }) => (
          <figure key={name}>
            <Screen title={`${name} preview, ${size.width} pixels wide`} size={size}>
              <Suspense fallback={<Spinner />}>
                <Page shown={shown} race={race} pages={pages} />
              </Suspense>
            </Screen>
            <figcaption className="mt-2 text-sm text-ink-3">
              <span className="label text-ink-2">{name}</span>, {size.width} px wide
              {size.scale < 1 && `, drawn at ${Math.round(size.scale * 100)} %`}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Page({ shown, race, pages }: { shown: PageId; race: Race; pages: PublicPages }) {
  const view = useViewWindow();
  // Another page is shown from its top, as on the site.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the page changes.
  useEffect(() => {
    // In a block, because newer browsers return a promise, which React would take for a cleanup function.
    view.scrollTo(0, 0);
  }, [shown, view]);
  return (
    <pages.Layout>
      {shown === 'race' && <pages.Race race={race} />}
      {shown === 'media' && <pages.Media race={race} />}
      {shown === 'card' && <Cards race={race} />}
    </pages.Layout>
  );
}

/** The card as the calendar and the front page show it. */
function Cards({ race }: { race: Race }) {
  return (
    <div className="column flex flex-col gap-12 py-8 desk:py-12">
      <section aria-labelledby="in-calendar">
        <h2 id="in-calendar" className="label mb-4 text-sm text-ink-3">
          In the calendar
        </h2>
        <RaceTile race={race} row />
      </section>
      <section aria-labelledby="on-front">
        <h2 id="on-front" className="label mb-4 text-sm text-ink-3">
          On the front page
        </h2>
        <div className="grid gap-8 sm:grid-cols-2 desk:grid-cols-3">
          <RaceTile race={race} />
        </div>
      </section>
    </div>
  );
}

/** The screens of a view within a width in pixels (`room`). Side by side they are drawn with the same height. */
function screens(view: View, room: number): (ScreenSize & { name: string })[] {
  const phone = (width: number) => ({ name: 'Phone', ...PHONE, scale: Math.min(1, (width - 2) / PHONE.width) });
  const desktop = (width: number) => {
    const scale = Math.min(1, (width - 2) / DESKTOP.width);
    return {
      name: 'Desktop',
      ...DESKTOP,
      height: Math.max(DESKTOP.height, Math.round(MIN_DESKTOP_HEIGHT / scale)),
      scale,
    };
  };
  if (view === 'phone') return [phone(room)];
  if (view === 'desktop') return [desktop(room)];
  const left = phone((room - GAP) * PHONE_SHARE);
  const right = desktop(room - GAP - left.width * left.scale - 2);
  return [left, { ...right, height: Math.round((left.height * left.scale) / right.scale) }];
}

/** The width of an element in pixels, and the ref to put on it. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const target = box.current;
    if (!target) return;
    const watcher = new ResizeObserver(([entry]) => entry && setRoom(Math.floor(entry.contentRect.width)));
    watcher.observe(target);
    return () => watcher.disconnect();
  }, []);
  return [box, room] as const;
}
