/** Changes in Account Settings that the server has made while their answers are lost, and those that it has not made. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();

const SESSION = {
  id: 's1',
  device: 'Firefox',
  network: '',
  createdAt: 0,
  lastSeenAt: 0,
  current: true,
  passkey: false,
};
let profile: Record<string, unknown>;
let sessions: (typeof SESSION)[];
let passkeys: { id: string; name: string; createdAt: number }[];

beforeEach(() => {
  setWidth(1440);
  beLoggedIn('user');
  profile = {
    FirstName: 'Zoë',
    LastName: 'O’Brien',
    DOB: '1990-06-02',
    Gender: 'f',
    CellPhone: '',
    Email: 'zoe@example.com',
    UserID: 'u1',
    Username: 'zoe.runs',
    role: 'user',
    units: 'mi',
    listedAs: 'Zoë O’Brien',
  };
  sessions = [SESSION, { ...SESSION, id: 's2', device: 'Phone', current: false }];
  passkeys = [
    { id: 'p1', name: 'Blue laptop', createdAt: 0 },
    { id: 'p2', name: 'Phone', createdAt: 0 },
  ];
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
    http.get(`${API}/profile`, () => HttpResponse.json(profile)),
    http.get(`${API}/sessions`, () => HttpResponse.json({ sessions })),
    http.get(`${API}/passkeys`, () => HttpResponse.json({ passkeys, demanded: false })),
  );
});

const part = async (name: string) => within(await screen.findByRole('region', { name }, { timeout: 10_000 }));

test('a removed passkey and a device that is logged out are told; what was not done stays a failure', async () => {
  let isDone = false;
  server.use(
    http.delete(`${API}/passkeys/:id`, ({ params }) => {
      if (isDone) passkeys = passkeys.filter(({ id }) => id !== params.id);
      return HttpResponse.error();
    }),
    http.delete(`${API}/sessions/:id`, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id);
      return HttpResponse.error();
    }),
  );
  openSite('/edit');
  const keys = await part('Passkeys');
  const remove = async () => {
    await userEvent.click(await keys.findByRole('button', { name: 'Remove Blue laptop' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  };
  await remove();
  expect(await keys.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  isDone = true;
  await remove();
  expect(await keys.findByText('Passkey removed')).toBeTruthy();
  expect(keys.queryByText(/^Network error/)).toBeNull();
  expect(keys.queryByText('Blue laptop')).toBeNull();

  const devices = await part('Devices');
  await userEvent.click(devices.getByRole('button', { name: /^Log out Phone/ }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
  expect(await devices.findByText('The device is logged out.')).toBeTruthy();
  expect(devices.queryByRole('alert')).toBeNull();
});

test('the picture of a lost answer is shown, and so is that it is gone', async () => {
  profile = { ...profile, ProfilePicture: { src: '/images/old.webp', width: 1, height: 1 } };
  let uploads = 0;
  server.use(
    http.put(`${API}/profile/picture`, () => {
      uploads += 1;
      const src = uploads === 1 ? '/images/old.webp' : '/images/new.webp';
      profile = { ...profile, ProfilePicture: { src, width: 1, height: 1 } };
      return HttpResponse.error();
    }),
    http.delete(`${API}/profile/picture`, () => {
      const { ProfilePicture: _, ...rest } = profile;
      profile = rest;
      return HttpResponse.error();
    }),
  );
  openSite('/edit');
  const picture = await part('Picture');
  // An animation is sent as it is: a browser of the tests can't crop.
  const gif = new File([new Uint8Array([71, 73, 70, 56, 57, 97, 1, 0, 1, 0, 0, 0, 0, 59])], 'me.gif', {
    type: 'image/gif',
  });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  expect(input).not.toBeNull();
  // Lost before it was made: the picture is the old one.
  await userEvent.upload(input as HTMLInputElement, gif);
  expect(await picture.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  await userEvent.click(picture.getByRole('button', { name: 'Try again' }));
  expect(await picture.findByText('Your picture is saved.', {}, { timeout: 5000 })).toBeTruthy();
  expect(picture.queryByRole('alert')).toBeNull();
  await userEvent.click(await picture.findByRole('button', { name: 'Remove it' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await picture.findByText('Your picture is removed.')).toBeTruthy();
  expect(picture.queryByRole('button', { name: 'Remove it' })).toBeNull();
});

/** Fills in the form for another password and sends it. */
async function changePassword(form: ReturnType<typeof within>) {
  for (const [label, text] of [
    ['Present password', 'right'],
    ['New password', 'blue line to the finish'],
    ['New password again', 'blue line to the finish'],
  ] as const) {
    await userEvent.clear(form.getByLabelText(label));
    await userEvent.type(form.getByLabelText(label), text);
  }
  await userEvent.click(form.getByRole('button', { name: 'Change the password' }));
}

test('another id of the session tells that the password was changed', async () => {
  server.use(
    http.put(`${API}/changePassword`, () => {
      sessions = [{ ...SESSION, id: 's9' }];
      return HttpResponse.error();
    }),
  );
  openSite('/edit');
  const form = await part('Password');
  await changePassword(form);
  expect(await form.findByText(/^Your password is changed/, {}, { timeout: 5000 })).toBeTruthy();
  expect((form.getByLabelText('Present password') as HTMLInputElement).value).toBe('');
});

test('a password that may be changed: the second answer says what has probably happened', async () => {
  let isLost = true;
  server.use(
    http.put(`${API}/changePassword`, () => {
      if (isLost) return HttpResponse.error();
      const [code, message] = ['wrong_password', 'This is not your present password.'];
      return HttpResponse.json({ code, message, fields: [{ field: 'password', code, message }] }, { status: 400 });
    }),
  );
  openSite('/edit');
  const form = await part('Password');
  await changePassword(form);
  expect(await form.findByText(/if the present one is refused, log in with the new one/)).toBeTruthy();
  expect(form.queryByText('Your password is probably changed')).toBeNull();
  isLost = false;
  await userEvent.click(form.getByRole('button', { name: 'Change the password' }));
  expect(await form.findByText('Your password is probably changed')).toBeTruthy();
  expect(form.getByText('This is not your present password.')).toBeTruthy();
  expect(form.getByRole('link', { name: /^Log in/ })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Present password')));
});
