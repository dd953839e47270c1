import { useQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import { core, type Frame } from '@/core';
import { Button, Dialog, Frame as FrameBox, Notice, Spinner } from '@/ui';
import { type RaceMap, raceMapQuery } from './api';

/** The Live Map button and what it opens: the race's map over the whole screen (SPEC §2). */
export function LiveMap({ race }: { race: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <MapIcon size={18} aria-hidden="true" />
        Live Map
      </Button>
      <Dialog title="Live Map" isOpen={open} onClose={() => setOpen(false)} shape="full">
        <MapView race={race} />
      </Dialog>
    </>
  );
}

function MapView({ race }: { race: string }) {
  const map = useQuery(raceMapQuery(race));
  const words = core().liveWords();
  if (map.isPending) {
    return (
      <p role="status" className="flex items-center justify-center gap-3 p-12 text-ink-2">
        <Spinner /> {words.mapLoading}
      </p>
    );
  }
  if (map.isError) {
    return (
      <div className="mx-auto flex max-w-xl flex-col items-start gap-4 p-6 sm:p-12">
        <Notice tone="error">{words.mapFailed}</Notice>
        <Button onPress={() => void map.refetch()}>Try again</Button>
      </div>
    );
  }
  const frame = frameOf(map.data);
  if (!frame) {
    return (
      <div className="mx-auto max-w-xl p-6 sm:p-12">
        <Notice tone="info">{words.mapMissing}</Notice>
      </div>
    );
  }
  return <FrameBox source={frame} fill />;
}

/** The server's own frame where it sends one; an address goes through the core like anything that was pasted. */
function frameOf(map: RaceMap): Frame | undefined {
  if (map.frame) return map.frame;
  if (map.raceMap && typeof map.raceMap === 'object') return map.raceMap;
  if (!map.raceMap) return undefined;
  try {
    return core().embedParse('RaceMap', map.raceMap, []);
  } catch {
    return undefined;
  }
}
