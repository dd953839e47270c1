import { useQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import { core } from '@/core';
import { Button, Dialog, Frame as FrameBox, Notice, Spinner } from '@/ui';
import { raceMapQuery } from './api';

/** The Live Map button and its dialog: the race's map over the whole screen (SPEC §2). */
export function LiveMap({ race }: { race: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <MapIcon size={18} aria-hidden="true" />
        Live Map
      </Button>
      <Dialog title="Live Map" isOpen={open} onClose={() => setOpen(false)} shape="full" closeOnBack>
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
  const { frame } = map.data;
  if (!frame) {
    return (
      <div className="mx-auto max-w-xl p-6 sm:p-12">
        <Notice tone="info">{words.mapMissing}</Notice>
      </div>
    );
  }
  return <FrameBox source={frame} fill />;
}
