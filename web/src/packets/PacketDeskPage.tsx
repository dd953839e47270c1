import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isLost, loadWords, part } from '@/api';
import { core, loadPacketRules, packetRules } from '@/core';
import { Button, CallNotice, DelayedSkeleton, Notice, Skeleton, usePageName } from '@/ui';
import { DeviceName, useDevice } from './DeviceName';
import { PacketCounts } from './PacketCounts';
import { PacketSearch } from './PacketSearch';
import { useKept, useKeptElsewhere, useSendActions } from './queue';
import { Refusals } from './Refusals';
import { type Packets, usePackets } from './usePackets';

/** The page `/packets/{RaceName}#token`: volunteers hand out packets with the link of the day, without an account. */
export function PacketDeskPage() {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  const race = core().raceNameFromSegment(RaceName);
  const token = useLocation().hash;
  usePageName(race);
  const rules = useQuery({
    queryKey: ['packetRules'],
    queryFn: () => part(async () => (await loadPacketRules()) && true),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="column py-6 sm:py-10">
      <h1 className="display text-2xl sm:text-3xl">Packets</h1>
      {rules.isError ? (
        <div className="mt-6">
          <CallNotice words={loadWords(rules.error)} loggedOut={false} onRetry={() => void rules.refetch()} />
        </div>
      ) : !rules.data ? (
        <Loading />
      ) : token === '' ? (
        <div className="mt-6">
          <Notice tone="error">
            <p>{packetRules().packetWords(0).linkNeeded}</p>
          </Notice>
        </div>
      ) : (
        <Desk key={`${race} ${token}`} race={race} token={token} />
      )}
    </div>
  );
}

function Desk({ race, token }: { race: string; token: string }) {
  const packets = usePackets(race, token);
  const { raceID, race: named } = packets.loaded?.info ?? {};
  const own = useMemo(
    () => ({ id: raceID || undefined, names: named && named !== race ? [race, named] : [race] }),
    [raceID, race, named],
  );
  const kept = useKept(own);
  const waiting = useMemo(() => kept.filter((one) => one.problem === undefined), [kept]);
  const pending = useMemo(() => waiting.map((one) => one.action), [waiting]);
  const [isOver, setOver] = useState(false);
  // Before the server has said which race the link is for, what is kept may be of another one that had this name.
  const isReady = own.id !== undefined && own.id === packets.answeredID && !packets.refused && !isOver;
  useSendActions(race, isReady ? token : undefined, kept, packets.refetch, () => {
    setOver(true);
    void packets.refetch();
  });
  const [device, setDevice] = useDevice();
  const words = packetRules().packetWords(waiting.length);
  const elsewhere = packetRules().packetsWaitingElsewhere(useKeptElsewhere(own));
  const { loaded, error, refused } = packets;
  if (refused) {
    return (
      <div className="mt-6 flex flex-col gap-6">
        <Notice tone="error">
          <p>{refused.message}</p>
          {waiting.length > 0 && (
            <p className="mt-2">
              {words.waiting} {words.linkOver}
            </p>
          )}
        </Notice>
      </div>
    );
  }
  if (!loaded) return error ? <Unopened packets={packets} /> : <Loading />;
  const { info } = loaded;
  const lost = error !== null && isLost(error);
  return (
    <>
      <p className="mt-2 text-ink-2">
        {info.race} · {info.link} · until {info.until}
      </p>
      <div className="mt-6 flex max-w-3xl flex-col gap-6">
        {lost && (
          <Notice tone="info">
            <p>{words.offline}</p>
          </Notice>
        )}
        {error !== null && !lost && (
          <CallNotice words={loadWords(error)} loggedOut={false} onRetry={() => void packets.refetch()} />
        )}
        <p role="status" className="label min-h-[1lh] text-sm empty:hidden">
          {words.waiting}
        </p>
        {elsewhere && (
          <Notice tone="info">
            <p>{elsewhere}</p>
          </Notice>
        )}
        <Refusals kept={kept} />
        {device === '' ? (
          <DeviceName onName={setDevice} hint={words.device} />
        ) : (
          <>
            <PacketSearch {...{ race: own, loaded, pending, device }} />
            <PacketCounts {...{ loaded, pending }} />
            <p className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
              This phone: {device}
              <Button size="sm" tone="quiet" onPress={() => setDevice('')}>
                Rename
              </Button>
            </p>
          </>
        )}
      </div>
    </>
  );
}

function Unopened({ packets }: { packets: Packets }) {
  return (
    <div className="mt-6">
      <CallNotice words={loadWords(packets.error)} loggedOut={false} onRetry={() => void packets.refetch()} />
    </div>
  );
}

function Loading() {
  return (
    <div className="mt-6">
      <DelayedSkeleton label="Loading the packets">
        <Skeleton className="h-14 max-w-3xl" />
        <Skeleton className="mt-6 h-40 max-w-3xl" />
      </DelayedSkeleton>
    </div>
  );
}
