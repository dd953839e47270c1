/** The server's answers to the timing desk, for tests of its screens. */
import { HttpResponse, http } from 'msw';
import type { Desk, DeskAnswer } from '@/timing/api';
import type { Runner } from '@/timing/corrections';
import { API } from './app';

/** The instant of the tests: an hour and two minutes after the gun. */
export const NOW = Date.parse('2030-06-15T09:02:03-04:00');

const runners = {
  runners: 40,
  started: 40,
  finished: 3,
  suspicious: 0,
  waiting: 0,
  earlierWave: 0,
  readBefore: 0,
  notOpened: 0,
  out: 0,
};

/** A desk where everything is all right. */
export const deskAnswer = (): DeskAnswer => ({
  id: 'r1',
  race: 'Shore Half',
  setupVersion: 'v1',
  date: 'June 15, 2030',
  timeZone: 'America/New_York',
  setup: {
    contests: [
      {
        name: '10K',
        distanceMetres: 10_000,
        gun: '2030-06-15T08:00:00-04:00',
        ranking: 'gun',
        bibs: [{ from: 1, to: 999 }],
        acceptUnlisted: true,
        sport: 'run',
        start: { mats: ['START'], minimumLapSeconds: 1200 },
        splits: [{ label: '5K', metres: 5000, mats: ['5K'], minimumSeconds: 600, leg: 'run' }],
        finish: { mats: ['FINISH'], minimumSeconds: 1500, leg: 'run' },
        waves: [],
      },
    ],
    timerCodes: [],
    ageBands: [],
  },
  run: 1,
  entrants: 40,
  keys: [],
  counts: {
    ...runners,
    reads: 120,
    used: 120,
    beforeStart: 0,
    spare: 0,
    offCourse: 0,
    unknown: 0,
    foreign: 0,
    invalid: 0,
    impossible: 0,
    voided: 0,
  },
  runners,
  timers: [],
  boxes: [
    {
      mat: '5K',
      reads: 40,
      lastRead: NOW - 1000,
      inSetup: true,
      minutes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 6, 9, 12, 3],
      alarm: '',
    },
  ],
  boxNames: ['box 1', 'box 2'],
  missed: [{ contest: '10K', point: '5K', passed: 40, missed: 4 }],
  corrections: [],
  entrantChanges: [],
  now: NOW,
  unknownTotal: 0,
  clockChange: '',
});

const nobody = {
  runners: 0,
  started: 0,
  finished: 0,
  suspicious: 0,
  waiting: 0,
  earlierWave: 0,
  readBefore: 0,
  notOpened: 0,
  out: 0,
};

/** A desk before the first read. */
export const emptyDesk = (): DeskAnswer => ({
  ...deskAnswer(),
  counts: {
    ...nobody,
    reads: 0,
    used: 0,
    beforeStart: 0,
    spare: 0,
    offCourse: 0,
    unknown: 0,
    foreign: 0,
    invalid: 0,
    impossible: 0,
    voided: 0,
  },
  runners: nobody,
  boxes: [],
  boxNames: [],
  missed: [],
});

/** A correction of the newest ones. */
export const correction = (id: number, text: string, by = 'anna'): Desk['corrections'][number] => ({
  id,
  kind: 'status',
  text,
  reason: 'Reported to the timing desk',
  at: NOW,
  by,
  bibs: ['12'],
  counts: true,
});

/** A runner with a read at each point. */
export const runnerAnswer = (): Runner => ({
  bib: '12',
  name: 'Ada Miller',
  entered: true,
  inRace: true,
  contest: '10K',
  wave: '',
  chips: ['C12'],
  status: 'finished',
  rank: 1,
  time: '35:00',
  points: [
    { label: 'Start', mats: ['START'], time: NOW - 3_700_000, gunTime: '0:02', chipTime: '' },
    { label: 'Finish', mats: ['FINISH'], time: NOW - 1_600_000, gunTime: '35:02', chipTime: '35:00' },
  ],
  reads: [
    {
      id: 'a'.repeat(32),
      time: NOW - 3_700_000,
      sent: NOW - 3_700_000,
      mat: 'START',
      source: 'box 1',
      chip: 'C12',
      voided: false,
      used: true,
      result: 'Start',
    },
    {
      id: 'b'.repeat(32),
      time: NOW - 1_600_000,
      sent: NOW - 1_600_000,
      mat: 'FINISH',
      source: 'box 2',
      chip: 'C12',
      voided: false,
      used: true,
      result: 'Finish',
    },
  ],
  findings: [],
  lastPassing: NOW - 1_600_000,
  finished: true,
  undecided: false,
  accepted: false,
  oddStart: false,
  corrections: [],
});

/** Answers to an administrator who opens the desk of Shore Half: nothing was sent yet. A test puts its own answers before these. */
export const deskServer = () => [
  http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in' })),
  http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'admin', role: 'admin', isPrivate: false })),
  http.get(`${API}/liveRaces`, () => HttpResponse.json([])),
  http.get(`${API}/getAllPageRaces`, () =>
    HttpResponse.json({ races: [{ name: 'Shore Half', date: 'June 15, 2030' }] }),
  ),
  http.get(`${API}/getRaceDates`, () =>
    HttpResponse.json([
      { Race: 'Shore Half', Date: 'June 15, 2030', TimeZone: 'America/New_York', DistanceStartTimes: [] },
    ]),
  ),
  http.get(`${API}/timing/:race`, () => HttpResponse.json(emptyDesk())),
  http.get(`${API}/timing/:race/corrections`, () => HttpResponse.json({ total: 0, corrections: [] })),
  http.get(`${API}/timing/:race/entrantChanges`, () =>
    HttpResponse.json({ warning: null, contests: ['10K'], changes: [] }),
  ),
  http.get(`${API}/clock`, () => HttpResponse.json({ now: Date.now() })),
  http.get(`${API}/timing/:race/marks`, () => HttpResponse.json({ marks: [], from: [] })),
  http.get(`${API}/timing/:race/pulls`, () => HttpResponse.json({ pulls: [] })),
  http.get(`${API}/timing/:race/runs`, () =>
    HttpResponse.json({ run: 1, reads: 0, marks: 0, corrections: 0, entrants: 0 }),
  ),
  http.get(`${API}/timing/:race/mylaps`, () =>
    HttpResponse.json({
      port: null,
      points: [],
      addresses: [],
      connected: 0,
      lastAt: null,
      reads: 0,
      refused: [],
      refusedTotal: 0,
      unknownPoints: [],
    }),
  ),
];
