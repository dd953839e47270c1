/** Compares the core's table of routes with the router: exactly the routes that have a screen in the app get status 200 from the server. */
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeAll, expect, test } from 'vitest';
import { core, loadCore } from '@/core';
import { createQueryClient } from './query';
import { createAppRouter } from './router';

beforeAll(() => loadCore());

/** The spec's table of routes (SPEC §2), the timing desk, the photos of a race, and the check of certificates. */
const TABLE = [
  '/',
  '/home',
  '/login',
  '/forgotpass',
  '/resetpass',
  '/races',
  '/results',
  '/termsandconditions',
  '/privacypolicy',
  '/raceleague',
  '/verifyRacer',
  '/profile/$Username',
  '/RaceDaySearch/$RaceName',
  '/media/$raceID/$publicID',
  '/tickets',
  '/liveRace',
  '/race/$RaceName',
  '/race/$RaceName/media',
  '/refundtransfer',
  '/Unauthorized',
  '/profile',
  '/edit',
  '/ResolveTickets',
  '/EditRaces',
  '/AuditLog',
  '/CreateRace',
  '/verifyemail',
  '/createaccount',
  '/claims',
  '/people',
  '/invitation',
  '/announcements',
  '/unsubscribe',
  '/Timing',
  '/timing/$RaceName',
  '/verify/$code',
  '/photos/$RaceName',
  '/ticket/$ticketId',
  '/announcer/$RaceName',
  '/board/$RaceName/finish',
  '/board/$RaceName/status',
  '/embed/live/$RaceName',
];

test('the server responds with 200 for the routes that have a screen, and with 404 for the others', () => {
  const router = createAppRouter(createQueryClient(), createMemoryHistory({ initialEntries: ['/'] }));
  const screens = Object.keys(router.routesByPath).map((path) => path.toLowerCase());
  for (const path of new Set([...TABLE, ...Object.keys(router.routesByPath)])) {
    const status = core().routeStatus(path.replace(/\$\w+/g, 'x'));
    expect([path, status]).toEqual([path, screens.includes(path.toLowerCase()) ? 200 : 404]);
  }
});
