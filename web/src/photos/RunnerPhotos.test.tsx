import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/app/query';
import { API, withServer } from '@/test/app';
import { RunnerPhotos } from './RunnerPhotos';

const server = withServer();
const words = { none: 'No photos yet.', ask: 'Remove it here.', removed: 'It is removed.' };
const photo = (id: string) => ({ id, widths: [480, 960, 1200], height: 800 });

function open() {
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
        <RunnerPhotos raceID="r1" publicID="p1" />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}

test('a photo is enlarged, and removed by one press', async () => {
  let photos = [photo('a'), photo('b')];
  server.use(
    http.get(`${API}/runnerPhotos/r1/p1`, () => HttpResponse.json({ race: 'Spring 10K', photos, words })),
    http.post(`${API}/photos/Spring%2010K/photo/b/remove`, () => {
      photos = [photo('a')];
      return HttpResponse.json({ text: 'It is removed.' });
    }),
  );
  open();
  const second = await screen.findByRole('button', { name: 'Enlarge: Photo 2 of 2' });
  const image = second.querySelector('img');
  expect(image?.getAttribute('srcset')).toBe('/photo/b/480 480w, /photo/b/960 960w, /photo/b/1200 1200w');
  expect(image?.getAttribute('loading')).toBe('lazy');
  await userEvent.click(second);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove this photo' }));
  expect(await screen.findByRole('button', { name: 'Enlarge: Photo 1 of 1' })).toBeTruthy();
});

test('without photos it says so, and after a failure it offers to try again', async () => {
  server.use(
    http.get(`${API}/runnerPhotos/r1/p1`, () => HttpResponse.json({ code: 'X', message: 'Later.' }, { status: 503 })),
  );
  open();
  expect(await screen.findByText(/Later\./)).toBeTruthy();
  server.use(http.get(`${API}/runnerPhotos/r1/p1`, () => HttpResponse.json({ race: 'Spring 10K', photos: [], words })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No photos yet.')).toBeTruthy();
});
