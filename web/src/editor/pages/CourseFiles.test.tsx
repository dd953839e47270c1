import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { CourseView } from '@/core';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { aCourse } from '@/test/course';
import { EditServer } from '@/test/editor';

const server = withServer();

/** The course on the server, and the requests that changed it. */
let course: CourseView | null;
let changes: string[];

beforeEach(() => {
  setWidth(1440);
  course = null;
  changes = [];
  server.use(...new EditServer({}).handlers);
  server.use(
    http.get(`${API}/courseFiles/:name`, () =>
      HttpResponse.json({
        contests: [
          {
            contest: '10K',
            course,
            earlier: changes.length > 1 ? [{ id: 'v1', at: '2030-06-01T10:00:00Z', summary: '' }] : [],
          },
        ],
      }),
    ),
    http.put(`${API}/courseFiles/:name`, async ({ request }) => {
      const dryRun = new URL(request.url).searchParams.get('dryRun') === 'true';
      if ((await request.text()) !== '<gpx/>') {
        const message = 'This is not a GPX file. Export the course as GPX from your route planner.';
        return HttpResponse.json({ code: 'not_gpx', message }, { status: 400 });
      }
      if (!dryRun) {
        course = aCourse();
        changes.push('put');
      }
      return HttpResponse.json({ message: dryRun ? '' : 'The course of 10K is saved.', course: aCourse() });
    }),
    http.delete(`${API}/courseFiles/:name`, () => {
      course = null;
      changes.push('delete');
      return HttpResponse.json({ message: 'The course of 10K is removed.', course });
    }),
    http.post(`${API}/courseFiles/:name/restore`, () => {
      course = aCourse();
      changes.push('restore');
      return HttpResponse.json({ message: 'The earlier course of 10K is back.', course });
    }),
  );
});

async function open() {
  openSite('/EditRaces?race=Shore%20Half');
  const section = within(await screen.findByRole('region', { name: 'Course files' }));
  expect(await section.findByText('Course file not added')).toBeTruthy();
  const choose = async (text: string) => {
    const input = document.querySelector('input[accept^=".gpx"]') as HTMLInputElement;
    await user.upload(input, new File([text], 'course.gpx'));
  };
  const user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });
  return { section, user, choose };
}

test('a GPX file is looked at before it is saved, and can be removed and restored', async () => {
  const { section, user, choose } = await open();
  await choose('<gpx/>');
  const dialog = within(await screen.findByRole('dialog', { name: 'New course of 10K' }));
  expect(await dialog.findByRole('img', { name: /^Map of the course of 10K/ })).toBeTruthy();
  expect(changes).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save the course' }));
  expect(await section.findByText(/^10 km · 6.21 mi, 50 m/)).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Remove the course of 10K' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await section.findByText('Course file not added')).toBeTruthy();
  await user.click(await section.findByRole('button', { name: /^Restore that of .* for 10K$/ }));
  expect(await section.findByText(/^10 km · 6.21 mi/)).toBeTruthy();
  await waitFor(() => expect(changes).toEqual(['put', 'delete', 'restore']));
});

test('a file that is too large is refused before it is sent', async () => {
  const { section, choose } = await open();
  await choose(' '.repeat(4 * 1024 * 1024 + 1));
  expect((await section.findByRole('alert')).textContent).toContain('The file is larger than 4 MB.');
  await choose('<gpx/>');
  expect(await screen.findByRole('dialog', { name: 'New course of 10K' })).toBeTruthy();
  expect(section.queryByText(/larger than 4 MB/)).toBeNull();
});

test('what is wrong with a file is said beside its contest', async () => {
  const { section, choose } = await open();
  await choose('a,b,c');
  expect((await section.findByRole('alert')).textContent).toContain('This is not a GPX file.');
  expect(screen.queryByRole('dialog')).toBeNull();
});
