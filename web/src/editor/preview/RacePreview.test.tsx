import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadCore, loadDesk, type Race } from '@/core';
import { aRace } from '@/test/race';
import { useViewWindow } from '@/ui';
import { type PublicPages, PublicPagesContext } from './pages';
import { RacePreview } from './RacePreview';

beforeAll(async () => {
  await Promise.all([loadCore(), loadDesk()]);
});

beforeEach(() => {
  // happy-dom has no layout, so every element gets this width.
  globalThis.ResizeObserver = class {
    constructor(private readonly callback: ResizeObserverCallback) {}
    observe(): void {
      this.callback([{ contentRect: { width: 1200 } } as ResizeObserverEntry], this as unknown as ResizeObserver);
    }
    unobserve(): void {}
    disconnect(): void {}
  };
});

const seenWindows = new Set<Window>();

const pages: PublicPages = {
  Race: function Stub({ race }: { race: Race }) {
    seenWindows.add(useViewWindow());
    return (
      <>
        <h1>{race.Race}</h1>
        <a href="/races">Races</a>
        <a href="https://example.com/" target="_blank" rel="noreferrer">
          Register
        </a>
      </>
    );
  },
  Media: ({ race }) => <h1>Media of {race.Race}</h1>,
  Layout: ({ children }) => <main>{children}</main>,
};

function Shown({ race }: { race: Race }) {
  return (
    <PublicPagesContext value={pages}>
      <RacePreview race={race} />
    </PublicPagesContext>
  );
}

async function open(race: Race) {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  let show: (race: Race) => void = () => undefined;
  const root = createRootRoute({
    component: function Root() {
      const [now, set] = useState(race);
      show = set;
      return <Shown race={now} />;
    },
  });
  const router = createRouter({ routeTree: root, history });
  render(<RouterProvider router={router as never} />);
  await screen.findByTitle(/Desktop preview/);
  return { router, show: (next: Race) => act(() => show(next)) };
}

const frame = (name: RegExp) => screen.getByTitle<HTMLIFrameElement>(name).contentDocument as Document;

test('both screens show the current page of the race, each in its own window', async () => {
  const { show } = await open(aRace({ Race: 'Shore Half' }));
  await waitFor(() => expect(frame(/Phone/).querySelector('h1')?.textContent).toBe('Shore Half'));
  await waitFor(() => expect(frame(/Desktop/).querySelector('h1')?.textContent).toBe('Shore Half'));
  expect(seenWindows.has(window)).toBe(false);
  expect(seenWindows.size).toBe(2);
  show(aRace({ Race: 'Shore 10K' }));
  expect(frame(/Phone/).querySelector('h1')?.textContent).toBe('Shore 10K');
});

test('the media page and the card can be chosen', async () => {
  await open(aRace({ Race: 'Shore Half' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Media page' }));
  await waitFor(() => expect(frame(/Phone/).querySelector('h1')?.textContent).toBe('Media of Shore Half'));
  fireEvent.click(screen.getByRole('radio', { name: 'Card' }));
  await waitFor(() => expect(frame(/Desktop/).body.textContent).toContain('In the calendar'));
});

test('a link within the site does nothing, a link to another site works', async () => {
  await open(aRace());
  await waitFor(() => expect(frame(/Phone/).querySelector('a')).not.toBeNull());
  const page = frame(/Phone/);
  const reached: string[] = [];
  page.body.addEventListener('click', (event) => {
    reached.push((event.target as Element).textContent ?? '');
    event.preventDefault();
  });
  for (const link of page.querySelectorAll('a')) fireEvent.click(link);
  expect(reached).toEqual(['Register']);
});

test('the screens follow the chosen theme', async () => {
  document.documentElement.dataset.theme = 'dark';
  await open(aRace());
  await waitFor(() => expect(frame(/Phone/).documentElement.dataset.theme).toBe('dark'));
  document.documentElement.dataset.theme = 'light';
  await waitFor(() => expect(frame(/Phone/).documentElement.dataset.theme).toBe('light'));
  delete document.documentElement.dataset.theme;
});
