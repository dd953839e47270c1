/** The packets of a race on this device: fetched every few seconds with a link, and cached in this browser. */
import { useEffect, useRef, useState } from 'react';
import { type CallError, keptAnswers, useLinkQuery } from '@/api';
import {
  type PacketAction,
  type PacketCount,
  type PacketDesk,
  type PacketInfo,
  type PacketLine,
  type PacketsFound,
  packetRules,
} from '@/core';
import { fetchPackets } from './api';

/** Those of the race that this browser had last. They are removed when its link opens nothing any more. */
const packets = keptAnswers('packets', 1, '/api/packets/', '/list');

/** The packets as they were last loaded. */
export interface LoadedPackets {
  info: PacketInfo;
  /** The packets that fit a search, with what waits on this device. */
  find: (search: string, pending: readonly PacketAction[]) => PacketsFound;
  /** The packet of a bib. */
  packet: (bib: string, pending: readonly PacketAction[]) => PacketLine | undefined;
  /** How many packets are handed out: of all together, then of each contest. */
  counts: (pending: readonly PacketAction[]) => PacketCount[];
}

// The desk changes in place; a new object tells React that it has.
const loadedOf = (desk: PacketDesk, info: PacketInfo): LoadedPackets => ({
  info,
  find: (search, pending) => desk.find(search, [...pending]),
  packet: (bib, pending) => desk.packet(bib, [...pending]),
  counts: (pending) => desk.counts([...pending]),
});

/** What a device has of a race's packets. */
export interface Packets {
  /** What was loaded; undefined until then. Another object means that something changed. */
  loaded: LoadedPackets | undefined;
  /** The id of the race that the server has answered for this link; undefined until it has, since what is cached may be of another race. */
  answeredID: string | undefined;
  /** The error of the last request; null when it was answered. */
  error: unknown;
  /** The server's reason when the link opens nothing. */
  refused: CallError | undefined;
  refetch: () => Promise<unknown>;
}

/** Opens the packets of a race with the token of a link. */
export function usePackets(race: string, token: string): Packets {
  const [desk, setDesk] = useState<PacketDesk>();
  const [loaded, setLoaded] = useState<LoadedPackets>();
  const [answeredID, setAnsweredID] = useState<string>();
  const has = useRef<PacketInfo>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another race, or another link, gets a desk of its own.
  useEffect(() => {
    const fresh = new (packetRules().PacketDesk)();
    let left = false;
    has.current = undefined;
    setLoaded(undefined);
    setAnsweredID(undefined);
    void packets.kept(race).then((kept) => {
      if (left) return;
      try {
        if (kept) {
          has.current = fresh.load(kept.bytes);
          setLoaded(loadedOf(fresh, has.current));
        }
      } catch {
        // Stored by an older version of the site: it is fetched anew.
      }
      setDesk(fresh);
    });
    return () => {
      left = true;
      setDesk(undefined);
      setLoaded(undefined);
      fresh.free();
    };
  }, [race, token]);

  const query = useLinkQuery(
    {
      queryKey: ['packets', race, token],
      enabled: desk !== undefined,
      queryFn: async ({ signal }) => {
        const before = has.current;
        const bytes = await fetchPackets(race, token, before, signal);
        if (!desk || signal.aborted) return 0;
        const now = desk.load(bytes);
        has.current = now;
        setAnsweredID(now.raceID);
        if (before?.seq !== now.seq || before.revision !== now.revision || before.until !== now.until) {
          setLoaded(loadedOf(desk, now));
          void packets.keep(race, desk.bytes());
        }
        return now.seq;
      },
    },
    [401],
    packets.forget,
  );
  return { loaded, answeredID, error: query.error, refused: query.refused, refetch: () => query.refetch() };
}
