import { useSearch } from '@tanstack/react-router';
import { Maximize, Moon, Sun } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { callWords, isLost, isMissing, outcomeOf } from '@/api';
import { core, venueRules } from '@/core';
import { Button, useShortcut } from '@/ui';
import { dayQuery } from './api';
import { Freshness } from './Freshness';
import { useRaceName, useVenue, useVenueRules, useVersionEvents, type Venue } from './useVenue';

/** The page of a board for a projector: dark unless `?theme=light`, without navigation, and the screen stays on. */
export function BoardFrame({ title, children }: { title: string; children: (venue: Venue) => ReactNode }) {
  const rules = useVenueRules();
  const { theme } = useSearch({ strict: false }) as { theme?: string };
  const [isDark, setDark] = useState(theme !== 'light');
  useAwakeScreen();
  return (
    <div className={`min-h-dvh bg-page text-ink ${isDark ? '[color-scheme:dark]' : '[color-scheme:light]'}`}>
      {rules.data ? (
        <Board title={title} isDark={isDark} onDark={setDark}>
          {children}
        </Board>
      ) : (
        <Middle>
          {rules.isError ? (
            <Failed error={rules.error} retry={() => void rules.refetch()} />
          ) : (
            <p role="status" className="text-xl text-ink-2">
              Loading…
            </p>
          )}
        </Middle>
      )}
    </div>
  );
}

function Board({
  title,
  isDark,
  onDark,
  children,
}: {
  title: string;
  isDark: boolean;
  onDark: (dark: boolean) => void;
  children: (venue: Venue) => ReactNode;
}) {
  const venue = useVenue(useRaceName(), dayQuery);
  useVersionEvents(venue);
  const { field, missing, calledOff } = venue;
  const { isFull, toggle } = useFullscreen();
  if (missing || (isMissing(venue.dayError) && !field.info)) {
    return (
      <Middle>
        <Failed error={missing ? field.error : venue.dayError} retry={field.retry} />
      </Middle>
    );
  }
  if (!field.info) {
    return (
      <Middle>
        {field.failed ? (
          <Failed error={field.error} retry={field.retry} />
        ) : (
          <p role="status" className="text-xl text-ink-2">
            Loading…
          </p>
        )}
      </Middle>
    );
  }
  return (
    <div className="flex min-h-dvh flex-col px-[clamp(16px,2.5vw,64px)] py-[clamp(12px,2vh,40px)]">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b-4 border-line pb-3">
        <div className="min-w-0">
          <p className="text-[clamp(0.9375rem,1.5vw,1.75rem)] leading-tight text-ink-2">{title}</p>
          <h1 className="display text-[clamp(1.5625rem,3.6vw,4.5rem)] leading-none">{field.info.eventName}</h1>
        </div>
        <Freshness venue={venue} className="text-[clamp(0.8125rem,1vw,1.25rem)]" />
      </header>
      {calledOff && <p className="label mt-4 text-[clamp(1.25rem,2.4vw,3rem)] text-live">{calledOff.text}</p>}
      <div className="mt-[clamp(8px,1.5vh,32px)] flex-1">{children(venue)}</div>
      {!isFull && (
        <footer className="mt-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
          {/* A phone has no such key. */}
          <p className="text-sm text-ink-2 pointer-coarse:hidden">{venueRules().venueWords().fullscreen}</p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" onPress={() => onDark(!isDark)}>
              {isDark ? <Sun size={16} aria-hidden="true" /> : <Moon size={16} aria-hidden="true" />}
              {isDark ? 'Light' : 'Dark'}
            </Button>
            <Button size="sm" onPress={toggle}>
              <Maximize size={16} aria-hidden="true" /> Full screen
            </Button>
          </div>
        </footer>
      )}
    </div>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="grid min-h-dvh place-items-center p-6">{children}</div>;
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const text = isMissing(error) || isLost(error) ? core().loadFailure('race', outcomeOf(error)).text : callWords(error);
  return (
    <div role="alert" className="max-w-prose">
      <h1 className="display text-2xl">{text}</h1>
      <Button className="mt-4" onPress={retry}>
        Try again
      </Button>
    </div>
  );
}

/** Whether the board fills the screen, and a function that changes it; the key `f` does the same. */
function useFullscreen() {
  const [isFull, setFull] = useState(() => document.fullscreenElement != null);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement != null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const toggle = useCallback(() => {
    // A browser may refuse it: the board then stays in its window.
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen?.();
    change?.catch(() => undefined);
    return true;
  }, []);
  useShortcut('f', toggle);
  return { isFull, toggle };
}

/** Keeps the screen on while the page is visible, where the browser can. */
function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused with an empty battery, for example.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (left) void got?.release();
      else lock = got;
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
