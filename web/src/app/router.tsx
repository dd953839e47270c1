/**
 * Every route of the site, in one list. Each screen is a separate chunk, which is fetched when the pointer is on a link to it. Links
 * are typed by this list, so a link to a route that does not exist is a type error.
 */
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { guardRoute } from '@/account/guard';
import { announcementsSearch } from '@/announcements/desk/search';
import { allPageRacesQuery, part } from '@/api';
import { loadDesk, withTimeLimit } from '@/core';
import { editSearch } from '@/editor/pages/search';
import { liveSearch } from '@/live/search';
import { peopleSearch } from '@/people/desk/search';
import { calendarSearch } from '@/race/calendarSearch';
import { resultsSearch, runnerSearch } from '@/results/search';
import { CrashPage } from '@/site/CrashPage';
import { PagePending } from '@/site/PagePending';
import { Shell } from '@/site/Shell';
import { deskSearch } from '@/ticket/desk/search';
import { ticketSearch } from '@/ticket/search';
import { timingSearch } from '@/timing/search';
import { parseSearch, stringifySearch } from './search';

interface Context {
  queries: QueryClient;
}

/** Loads a screen's script, with a time limit; a failure without a network is reported as a lost network. */
function screen<Screen>(load: () => Promise<Screen>, name: keyof Screen & string) {
  return lazyRouteComponent((() => part(() => withTimeLimit(load()))) as () => Promise<Record<string, never>>, name);
}

const root = createRootRouteWithContext<Context>()({
  beforeLoad: ({ location }) => guardRoute(location),
  component: Shell,
  notFoundComponent: screen(() => import('@/site/NotFoundPage'), 'NotFoundPage'),
});

const page = <const Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: screen(load, name),
  });

/** A page whose state is in its search parameters. */
const searched = <const Path extends string, Search>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
  validateSearch: (raw: Record<string, unknown>) => Search,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: screen(load, name),
    validateSearch,
  });

/** A screen of the editor, with the rules that it calls and the public pages that it previews. */
const editorScreen = (load: () => Promise<Record<string, unknown>>, name: string) => async () =>
  (await import('./publicPages')).withPublicPages(load, name);

/** A screen that calls the desk's rules; both are loaded in parallel. */
const withDesk =
  <Screen,>(load: () => Promise<Screen>) =>
  async () =>
    (await Promise.all([load(), loadDesk()]))[0];

const account = () => import('@/account');
const signup = () => import('@/signup');
const people = () => import('@/people');
const announcements = () => import('@/announcements');
const profile = () => import('./profile');
const venue = () => import('@/venue');

const screens = [
  page('/', () => import('@/site/HomePage'), 'HomePage'),
  page('/home', () => import('@/site/HomePage'), 'HomePage'),
  page('/Unauthorized', () => import('@/site/UnauthorizedPage'), 'UnauthorizedPage'),
  page('/race/$RaceName', () => import('@/race/RacePage'), 'RacePage'),
  page('/race/$RaceName/media', () => import('@/race/MediaPage'), 'MediaPage'),
  page('/refundtransfer', () => import('@/site/info/RefundTransferPage'), 'RefundTransferPage'),
  page('/termsandconditions', () => import('@/site/info/TermsPage'), 'TermsPage'),
  page('/privacypolicy', () => import('@/site/info/PrivacyPage'), 'PrivacyPage'),
  page('/raceleague', () => import('./RaceLeague'), 'RaceLeague'),
  page('/verify/$code', () => import('@/results/VerifyPage'), 'VerifyPage'),
  page('/packets/$RaceName', () => import('@/packets/PacketDeskPage'), 'PacketDeskPage'),
  page('/announcer/$RaceName', venue, 'AnnouncerPage'),
  page('/board/$RaceName/finish', venue, 'FinishPage'),
  page('/board/$RaceName/status', venue, 'StatusPage'),
  page('/embed/live/$RaceName', venue, 'EmbedPage'),
  page(
    '/photos/$RaceName',
    withDesk(() => import('@/photos/PhotosPage')),
    'PhotosPage',
  ),
  // It reads its search parameters itself.
  page(
    '/AuditLog',
    withDesk(() => import('@/audit/AuditPage')),
    'AuditPage',
  ),
  page('/RaceDaySearch/$RaceName', () => import('@/packets/RaceDayPage'), 'RaceDayPage'),
  page('/login', account, 'LoginPage'),
  page('/forgotpass', account, 'ForgotPage'),
  page('/resetpass', account, 'ResetPage'),
  page('/verifyRacer', signup, 'RacerPage'),
  page('/verifyemail', signup, 'EmailPage'),
  page('/createaccount', signup, 'CreateAccountPage'),
  page('/claims', signup, 'ClaimsPage'),
  page('/invitation', people, 'InvitationPage'),
  page('/unsubscribe', announcements, 'UnsubscribePage'),
  page('/profile', profile, 'ProfilePage'),
  page('/profile/$Username', profile, 'VisitingPage'),
  page('/edit', profile, 'EditPage'),
  page('/ticket/$ticketId', () => import('@/ticket/TicketStatusPage'), 'TicketStatusPage'),
  page(
    '/CreateRace',
    editorScreen(() => import('@/editor/CreateRacePage'), 'CreateRacePage'),
    'CreateRacePage',
  ),
] as const;

const searches = [
  searched('/races', () => import('@/race/CalendarPage'), 'CalendarPage', calendarSearch),
  searched('/people', withDesk(people), 'PeoplePage', peopleSearch),
  searched('/announcements', withDesk(announcements), 'AnnouncementsPage', announcementsSearch),
  searched('/liveRace', () => import('@/live/LivePage'), 'LivePage', liveSearch),
  searched('/results', () => import('@/results/ResultsPage'), 'ResultsPage', resultsSearch),
  searched('/media/$raceID/$publicID', () => import('./RunnerResult'), 'RunnerResult', runnerSearch),
  searched('/tickets', () => import('@/ticket/TicketPage'), 'TicketPage', ticketSearch),
  searched(
    '/ResolveTickets',
    withDesk(() => import('@/ticket/desk/TicketDeskPage')),
    'TicketDeskPage',
    deskSearch,
  ),
  searched(
    '/Timing',
    withDesk(() => import('@/timing/TimingPage')),
    'TimingPage',
    timingSearch,
  ),
] as const;

const edit = createRoute({
  getParentRoute: () => root,
  path: '/EditRaces',
  component: screen(
    editorScreen(() => import('@/editor/pages/EditRacesPage'), 'EditRacesPage'),
    'EditRacesPage',
  ),
  // The list is loaded in parallel with the screen.
  loader: ({ context }) => void context.queries.prefetchQuery(allPageRacesQuery),
  validateSearch: editSearch,
});

const tree = root.addChildren([...screens, ...searches, edit]);

/** Creates the router with a query cache. Paths are case-insensitive (SPEC §2). Tests pass their own history. */
export function createAppRouter(queries: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree: tree,
    ...(history ? { history } : {}),
    context: { queries },
    parseSearch,
    stringifySearch,
    caseSensitive: false,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ({ error }) => <CrashPage error={error} />,
  });
  scrollToTop(router);
  return router;
}

/**
 * Every change of page starts at its top (SPEC §2), Back and Forward, too; a change of filters or of the anchor does not, nor Back and Forward
 * within a page, which close and open its dialogs. The first page stays where a reader of the text that the server wrote has scrolled it, or
 * where the browser had it before a reload; an anchor in its address is gone to.
 */
function scrollToTop(router: AnyRouter): void {
  let shown: { pathname: string; searchStr: string } | undefined;
  let isTraversal = false;
  const noteTraversals = () =>
    router.history.subscribe(({ action }: { action: { type: string } }) => {
      isTraversal = action.type !== 'PUSH' && action.type !== 'REPLACE';
    });
  // Whether the router may scroll.
  router.options.scrollRestoration = ({ location: { hash, pathname, searchStr } }) =>
    hash !== '' ||
    (shown !== undefined && (shown.pathname !== pathname || (shown.searchStr !== searchStr && !isTraversal)));
  const isLeftToBrowser = (isLeft: boolean) => {
    history.scrollRestoration = isLeft ? 'auto' : 'manual';
  };
  router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
    if (shown === undefined) {
      isLeftToBrowser(false);
      // Not before: the router follows a redirect of the first page by itself only while nobody else listens to the history.
      noteTraversals();
    }
    shown = toLocation;
    if (fromLocation && pathChanged && !toLocation.hash) window.scrollTo({ top: 0, behavior: 'instant' });
  });
  // A reload is the browser's.
  window.addEventListener('pagehide', () => isLeftToBrowser(true));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isLeftToBrowser(false);
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
