/** A fake server of Edit Pages for tests: it has races, answers saves, and records the requests. */
import { HttpResponse, http } from 'msw';
import type { Race } from '@/core';
import { API, beLoggedIn } from './app';
import { aRace } from './race';

/** The response to a save that is refused. */
export interface Refused {
  status: number;
  body?: Record<string, unknown>;
}

/** The fake server, with its races by name. */
export class EditServer {
  races = new Map<string, Race>();
  deleted: Record<string, unknown>[] = [];
  /** All saves: their paths and bodies. */
  requests: { path: string; body: Record<string, unknown> }[] = [];
  /** The result of the next save if it must fail; `cut` loses the connection. */
  next: Refused | 'cut' | undefined;
  version = 1;
  /** The id of the opened race; the server sends it to administrators only. */
  id: string | undefined;

  constructor(...races: Partial<Race>[]) {
    for (const over of races) {
      const race = aRace(over);
      this.races.set(race.Race, race);
    }
    beLoggedIn('admin');
  }

  /** The versions of a race's parts, all the same. */
  get versions(): Record<string, string> {
    const parts = ['header', 'location', 'details', 'course', 'training', 'rules', 'safety', 'refund', 'media', 'card'];
    return Object.fromEntries(parts.map((part) => [part, `v${this.version}`]));
  }

  /** The handlers, for `server.use`. */
  get handlers() {
    const save = (path: string) =>
      http.put(`${API}/${path}`, async ({ request }) => this.save(path, await request.json()));
    return [
      http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
      http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'director', role: 'admin' })),
      http.get(`${API}/getAllPageRaces`, () =>
        HttpResponse.json({
          races: [...this.races.values()].map((race) => ({
            name: race.Race,
            date: race.Date,
            isHidden: race.isHidden ?? 'False',
          })),
        }),
      ),
      http.get(`${API}/AllRacePages`, ({ request }) => {
        const race = this.races.get(new URL(request.url).searchParams.get('name') ?? '');
        if (!race) return HttpResponse.json({ code: 'RACE_NOT_FOUND', message: 'Race not found.' }, { status: 404 });
        return HttpResponse.json({ id: this.id, race, versions: this.versions });
      }),
      http.get(`${API}/courseFiles/:name`, () => HttpResponse.json({ contests: [] })),
      http.get(`${API}/race/:name`, ({ params }) => HttpResponse.json({ race: this.races.get(String(params.name)) })),
      http.get(`${API}/deletedRaces`, () => HttpResponse.json({ races: this.deleted })),
      http.delete(`${API}/deletePage`, async ({ request }) => {
        const { RaceName } = (await request.json()) as { RaceName: string };
        const refused = this.takeRefusal();
        if (refused) return refused;
        const race = this.races.get(RaceName);
        this.races.delete(RaceName);
        const at = '2030-01-01T12:00:00Z';
        this.deleted.push({
          id: '1',
          name: RaceName,
          date: race?.Date,
          deletedAt: at,
          deletedBy: 'director',
          until: at,
        });
        return HttpResponse.json({ message: 'Race deleted.' });
      }),
      http.post(`${API}/restoreRace`, async ({ request }) => {
        const { name } = (await request.json()) as { name?: string };
        const refused = this.takeRefusal();
        if (refused) return refused;
        const RaceName = name ?? String(this.deleted[0]?.name);
        this.races.set(RaceName, aRace({ Race: RaceName }));
        this.deleted = [];
        return HttpResponse.json({ RaceName });
      }),
      http.post(`${API}/duplicatePage`, async ({ request }) => {
        const { NewName } = (await request.json()) as { NewName: string };
        const refused = this.takeRefusal();
        if (refused) return refused;
        this.races.set(NewName, aRace({ Race: NewName, Date: '', Day: '' }));
        return HttpResponse.json({ RaceName: NewName }, { status: 201 });
      }),
      http.put(`${API}/pageVisibility`, async ({ request }) => {
        const body = (await request.json()) as { RaceName: string; isHidden: 'True' | 'False' };
        this.requests.push({ path: 'pageVisibility', body });
        const refused = this.takeRefusal();
        if (refused) return refused;
        this.races.set(body.RaceName, { ...(this.races.get(body.RaceName) as Race), isHidden: body.isHidden });
        return HttpResponse.json({ ...body, message: `${body.RaceName} was changed.` });
      }),
      http.post(`${API}/restoreSection`, async ({ request }) => this.save('restoreSection', await request.json())),
      ...['updateContentSections', 'updateHeaderText', 'updateAboutDirectionsText', 'updateCourse2Text'].map(save),
    ];
  }

  private takeRefusal() {
    const { next } = this;
    this.next = undefined;
    if (next === 'cut') return HttpResponse.error();
    if (next) return new HttpResponse(next.body ? JSON.stringify(next.body) : null, { status: next.status });
    return undefined;
  }

  private save(path: string, json: unknown) {
    const body = json as Record<string, unknown>;
    this.requests.push({ path, body });
    const refused = this.takeRefusal();
    if (refused) return refused;
    const { RaceName, EditedName, DistanceStartTimes, Versions: _, ...fields } = body;
    const before = this.races.get(String(RaceName)) as Race;
    const race = {
      ...before,
      ...fields,
      ...(EditedName === undefined ? {} : { Race: String(EditedName) }),
      ...(typeof DistanceStartTimes === 'string' ? { DistanceStartTimes: JSON.parse(DistanceStartTimes) } : {}),
    } as Race;
    this.races.delete(before.Race);
    this.races.set(race.Race, race);
    this.version += 1;
    return HttpResponse.json({ message: 'Saved.', updatedRace: race, versions: this.versions, RaceName: race.Race });
  }
}
