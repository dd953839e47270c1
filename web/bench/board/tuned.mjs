// The board as one writes it by hand in JavaScript for speed: typed arrays, folded texts, sorted merges. It is what ours is compared with.

const PAGE = 14;

/** A name or a search as it is compared: lower case, without accents, apostrophes and hyphens. */
export function folded(text) {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/[-,\s]+/g, ' ')
    .trim();
}

/** The rows of a field, as the standings write them, as typed arrays, with both lists in their order. */
export class TunedBoard {
  constructor(document) {
    const rows = document.runners;
    const size = rows.length;
    const numbers = (of) => Float64Array.from(rows, of);
    this.contests = document.contests;
    this.size = size;
    this.splitsOf = document.contests.map((contest) => contest.splits.length);
    this.stride = Math.max(...this.splitsOf);
    this.bibs = rows.map((row) => row[0]);
    this.names = rows.map((row) => `${row[1]} ${row[2]}`.trim());
    this.texts = rows.map((row, at) => ` ${folded(this.names[at])} ${row[0]}`);
    this.bib = numbers((row) => Number(row[0]));
    this.gender = Uint8Array.from(rows, (row) => ' mfa'.indexOf(row[3]));
    this.group = Int8Array.from(rows, (row) => row[4]);
    this.contest = Uint8Array.from(rows, (row) => row[5]);
    this.gun = numbers((row) => document.contests[row[5]].waves[row[14]].gun);
    this.firstGun = numbers((row) => document.contests[row[5]].gun);
    this.start = numbers((row) => row[7] ?? Number.NaN);
    this.splits = new Float64Array(size * this.stride).fill(Number.NaN);
    rows.forEach((row, at) => {
      row[8].forEach((time, i) => {
        if (time !== null) this.splits[at * this.stride + i] = time;
      });
    });
    this.finish = numbers((row) => row[9] ?? Number.NaN);
    this.reached = new Uint8Array(size);
    this.key = new Float64Array(size);
    this.rank = new Int32Array(size).fill(-1);
    this.genderRank = new Int32Array(size).fill(-1);
    this.groupRank = new Int32Array(size).fill(-1);
    this.byBib = new Map(this.bibs.map((bib, at) => [bib, at]));
    const all = Array.from({ length: size }, (_, at) => at);
    for (const at of all) this.measure(at);
    this.finished = Uint32Array.from(all.filter((at) => this.finish[at] >= 0)).sort((a, b) => this.compare(a, b));
    this.active = Uint32Array.from(all.filter((at) => !(this.finish[at] >= 0))).sort((a, b) => this.compare(a, b));
    this.count();
  }

  /** The key by which a runner is sorted within a list. */
  measure(at) {
    let last = this.splitsOf[this.contest[at]];
    while (last > 0 && Number.isNaN(this.splits[at * this.stride + last - 1])) last -= 1;
    this.reached[at] = last;
    if (this.finish[at] >= 0) this.key[at] = this.finish[at];
    else if (last > 0) this.key[at] = (64 - last) * 1e9 + this.splits[at * this.stride + last - 1];
    else if (Number.isNaN(this.start[at])) this.key[at] = 1e12;
    else this.key[at] = 64e9 + this.start[at] + this.gun[at] - this.firstGun[at];
  }

  compare(a, b) {
    return this.contest[a] - this.contest[b] || this.key[a] - this.key[b] || this.bib[a] - this.bib[b];
  }

  /** Counts places down the finished list; by chip time only, which is less than ours does. */
  count() {
    const { finished, contest, gender, group, key } = this;
    let [before, place, total] = [-1, 0, 0];
    const genders = new Int32Array(8);
    const groups = new Int32Array(8 * 32);
    for (let i = 0; i < finished.length; i += 1) {
      const at = finished[i];
      if (contest[at] !== before) {
        before = contest[at];
        total = 0;
        genders.fill(0);
        groups.fill(0);
      }
      total += 1;
      if (i === 0 || total === 1 || key[finished[i - 1]] !== key[at]) place = total;
      this.rank[at] = place;
      this.genderRank[at] = ++genders[gender[at]];
      this.groupRank[at] = ++groups[gender[at] * 32 + group[at] + 1];
    }
  }

  /** Applies a delta: runner's number, point, time in epoch milliseconds, one after the other. */
  apply(passed) {
    const moved = new Set();
    for (let i = 0; i < passed.length; i += 3) {
      const at = passed[i];
      const afterGun = passed[i + 2] - this.gun[at];
      const point = passed[i + 1];
      if (point === 0) this.start[at] = afterGun;
      else if (point <= this.splitsOf[this.contest[at]])
        this.splits[at * this.stride + point - 1] = afterGun - this.start[at];
      else this.finish[at] = afterGun - this.start[at];
      moved.add(at);
    }
    for (const at of moved) this.measure(at);
    const changed = Uint32Array.from(moved).sort((a, b) => this.compare(a, b));
    const isMoved = this.isMoved ?? new Uint8Array(this.size);
    this.isMoved = isMoved;
    for (const at of changed) isMoved[at] = 1;
    this.active = this.merged(
      this.active,
      changed.filter((at) => !(this.finish[at] >= 0)),
    );
    const added = changed.filter((at) => this.finish[at] >= 0);
    if (added.length > 0) {
      this.finished = this.merged(this.finished, added);
      this.count();
    }
    for (const at of changed) isMoved[at] = 0;
  }

  merged(list, added) {
    const merged = new Uint32Array(list.length + added.length);
    let [end, next] = [0, 0];
    for (const at of list) {
      if (this.isMoved[at]) continue;
      while (next < added.length && this.compare(added[next], at) < 0) merged[end++] = added[next++];
      merged[end++] = at;
    }
    while (next < added.length) merged[end++] = added[next++];
    return merged.subarray(0, end);
  }

  /** The runners who fit every word of a search, by a scan of all folded texts. */
  scan(search) {
    const words = folded(search.replace('#', ' ')).split(' ');
    const found = new Uint8Array(this.size);
    for (let at = 0; at < this.size; at += 1) {
      const text = this.texts[at];
      let fits = true;
      for (const word of words) {
        if (!text.includes(word)) {
          fits = false;
          break;
        }
      }
      if (fits) found[at] = 1;
    }
    return found;
  }

  /** What a keystroke shows of the runners who were found: both lists' first rows, the counts, progress and pace. */
  page(found, contest, gender) {
    const of = (list) => {
      const rows = [];
      let [total, notStarted] = [0, 0];
      for (const at of list) {
        if (found[at] === 0 || this.contest[at] !== contest || this.gender[at] !== gender) continue;
        total += 1;
        if (Number.isNaN(this.start[at])) notStarted += 1;
        if (rows.length < PAGE) rows.push(this.row(at));
      }
      return { total, notStarted, rows };
    };
    const points = new Uint32Array(this.splitsOf[contest] + 2);
    for (let at = 0; at < this.size; at += 1) {
      if (this.contest[at] !== contest || this.gender[at] !== gender || Number.isNaN(this.start[at])) continue;
      points[this.finish[at] >= 0 ? this.splitsOf[contest] + 1 : this.reached[at]] += 1;
    }
    return { active: of(this.active), finished: of(this.finished), points };
  }

  row(at) {
    const contest = this.contests[this.contest[at]];
    const reached = this.reached[at];
    const isFinished = this.finish[at] >= 0;
    const ms = isFinished ? this.finish[at] : reached > 0 ? this.splits[at * this.stride + reached - 1] : Number.NaN;
    const metres = isFinished ? contest.distanceMetres : (contest.splits[reached - 1]?.metres ?? 0);
    const clock = (seconds) =>
      `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
    return {
      bib: this.bibs[at],
      name: this.names[at],
      rank: this.rank[at],
      genderRank: this.genderRank[at],
      groupRank: this.groupRank[at],
      time: ms >= 0 ? clock(Math.ceil(ms / 1000)) : '',
      pace: ms > 0 && metres > 0 ? clock(Math.floor(ms / 1000 / (metres / 1609.344))) : '',
      progress: isFinished ? 100 : Math.round((reached / (contest.splits.length + 1)) * 100),
      point: isFinished ? 'Finished' : (contest.splits[reached - 1]?.label ?? 'Started'),
    };
  }
}
