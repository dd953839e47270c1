/** The followed runners of a race on this device: who they are, what their rows show, and what is told of them. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Field, readToken, useSession } from '@/api';
import { core, type Followed, type FollowedRow } from '@/core';
import { toast } from '@/ui';
import { leaveAccount, syncWithAccount } from './account';
import { follows, followsOf, type KeptFollow, noticesOf } from './followed';
import { showNotice } from './notices';

/** The state of the followed runners of a race. */
export interface Follow {
  /** The id of the race; undefined while it is not known, and then nobody can be followed. */
  race: string | undefined;
  /** The bibs of the followed runners, in their order. */
  bibs: readonly string[];
  /** Their rows, once the board has them. */
  rows: readonly FollowedRow[];
  /** What the page tells; empty before the first. */
  told: string;
  /** Follows runners, or says why that is not possible. */
  add: (bibs: readonly string[]) => void;
  /** Follows a runner, or no longer does. */
  toggle: (bib: string) => void;
}

/** The followed runners of the race with this id; `field` is its board. */
export function useFollow(race: string | undefined, field: Field): Follow {
  const all = follows.useAll();
  const followed = useMemo(() => followsOf(all, race), [all, race]);
  const bibs = useSame(followed.map((one) => one.bib));
  const [rows, setRows] = useState<readonly FollowedRow[]>([]);
  const [told, setTold] = useState('');
  const toldAt = useRef<{ page?: number; notice?: number }>({});
  const { board, info, checkedAt } = field;
  const version = info?.version;

  const { loggedIn } = useSession();
  const name = info?.race;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice on this device is sent to the account.
  useEffect(() => {
    if (race === undefined || name === undefined) return;
    if (loggedIn) void syncWithAccount(race, name).catch(() => undefined);
    else if (readToken() === undefined) leaveAccount();
  }, [race, name, loggedIn, bibs]);

  // With every refresh, not only when the field changes: what waits for the end of a pause is told by a later one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `checkedAt` is a refresh, `bibs` another choice.
  useEffect(() => {
    if (!board || version === undefined || race === undefined) return;
    let cancelled = false;
    const update = async () => {
      const asked = followsOf(follows.all(), race);
      const hidden = document.visibilityState === 'hidden';
      const by = hidden ? 'notice' : 'page';
      // Before the others: whoever closes the page while it waits is told by the next visit.
      const page = await board
        .followed({ followed: asked.map(plain), by, toldAt: toldAt.current[by], now: Date.now() })
        .catch(() => undefined);
      if (!page || cancelled) return;
      setRows((before) => (same(before, page.rows) ? before : page.rows));
      const notices = noticesOf(race);
      // Nobody looks at the page, and notices are not wanted: it is told when somebody does.
      if (page.notice && hidden && notices === undefined) return;
      // Another tab may have told it meanwhile, or the runner is no longer followed.
      if (!same(asked, followsOf(follows.all(), race))) return;
      for (const [i, after] of page.followed.entries()) {
        const before = asked[i];
        if (!before || same(plain(before), after)) continue;
        // The status that was told may have been taken back.
        const { status: _, ...others } = before;
        follows.keep({ ...others, ...after });
      }
      if (!page.notice) return;
      toldAt.current[by] = Date.now();
      if (!hidden) setTold(page.notice.body);
      else if (notices === 'page') await showNotice(info?.race ?? '', page.notice);
    };
    void update();
    return () => {
      cancelled = true;
    };
  }, [board, version, checkedAt, race, bibs]);

  const add = useCallback(
    (more: readonly string[]) => {
      if (race === undefined) return;
      const known = followsOf(follows.all(), race).map((one) => one.bib);
      const { bibs, refused } = core().followAdd(known, [...more]);
      const since = Math.max(Date.now(), ...followsOf(follows.all(), race).map((one) => one.since + 1));
      for (const [i, bib] of bibs.slice(known.length).entries()) follows.keep({ race, bib, since: since + i });
      if (refused) toast.error(refused);
    },
    [race],
  );
  const toggle = useCallback(
    (bib: string) => {
      const known = followsOf(follows.all(), race).find((one) => one.bib === bib);
      // The account may have it although its answer has not come yet, or never comes.
      if (known && (known.account || loggedIn)) follows.keep({ ...known, gone: true });
      else if (known) follows.drop(known);
      else add([bib]);
    },
    [race, add, loggedIn],
  );
  return { race, bibs, rows: rows.filter((row) => bibs.includes(row.bib)), told, add, toggle };
}

const plain = ({ bib, point, status }: KeptFollow): Followed => ({
  bib,
  ...(point !== undefined && { point }),
  ...(status && { status }),
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The same list as long as its items are equal. */
function useSame(list: string[]): readonly string[] {
  const text = JSON.stringify(list);
  return useMemo(() => JSON.parse(text) as string[], [text]);
}
