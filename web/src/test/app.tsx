/** The whole site in a test: its router with an own history, its cache, and a server made of msw handlers. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createQueryClient } from '@/app/query';
import { createAppRouter } from '@/app/router';
import { loadCore } from '@/core';

export const API = 'http://site.test/api';

/** Creates the server for the tests of a file. By default it has no races and nobody is logged in. */
export function withServer(...handlers: RequestHandler[]) {
  const server = setupServer(
    ...handlers,
    http.get(`${API}/getRaceDates`, () => HttpResponse.json([])),
    http.get(`${API}/getRaceCards`, () => HttpResponse.json([])),
    // The timing desk's panel of the packet desk.
    http.get(`${API}/packets/:race`, ({ params }) =>
      HttpResponse.json({ race: params.race, date: '', timeZone: '', links: [], places: '', counts: [] }),
    ),
    // Read after each login.
    http.get(`${API}/myResults`, () => HttpResponse.json({ code: 'BUSY', message: '' }, { status: 503 })),
    http.get(`${API}/health`, () => HttpResponse.text('ok')),
  );
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    // As at the start of the site; other modules of rules are loaded by the routes.
    await loadCore();
  }, 60_000);
  afterEach(() => {
    server.resetHandlers();
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookie store.
    document.cookie = 'token=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  });
  afterAll(() => server.close());
  return server;
}

/** Opens the site at a path. */
export function openSite(path: string) {
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  const router = createAppRouter(queries, createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, queries };
}

/** Sets the readable cookie as the server would, for an hour. */
export function beLoggedIn(role: string): void {
  const payload = btoa(JSON.stringify({ role, exp: Math.floor(Date.now() / 1000) + 3600 }));
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `token=head.${payload.replace(/=+$/, '')}.mark`;
}

/** Sets the width of the test's window, in pixels. */
export function setWidth(width: number): void {
  (
    window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }
  ).happyDOM.setViewport({
    width,
    height: 800,
  });
}
