import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, TextField, toast } from '@/ui';
import { matchAgain, type PhotoSummary, photoAddress, photosKey, setCamera } from './api';

type Camera = PhotoSummary['cameras'][number];

/** The cameras of a race: how far their clocks are off. */
export function CamerasPanel({ summary }: { summary: PhotoSummary }) {
  const client = useQueryClient();
  const matching = useMutation({
    mutationFn: () => matchAgain(summary.race),
    networkMode: 'always',
    onSuccess: ({ text }) => {
      toast.success(text);
      void client.invalidateQueries({ queryKey: photosKey(summary.race) });
    },
  });
  if (summary.cameras.length === 0) return null;
  return (
    <section aria-labelledby="photos-cameras" className="flex flex-col gap-4">
      <h2 id="photos-cameras" className="display text-xl">
        Cameras
      </h2>
      <p className="max-w-prose text-ink-2">{deskCore().photoWords().cameras}</p>
      <ul className="grid gap-4 desk:grid-cols-2">
        {summary.cameras.map((camera) => (
          <li key={camera.camera}>
            <CameraForm key={`${camera.offsetMs} ${camera.windowMs}`} race={summary.race} camera={camera} />
          </li>
        ))}
      </ul>
      {matching.isError && <CallNotice {...callFailure(matching.error)} />}
      <div>
        <Button pending={matching.isPending} onPress={() => matching.mutate()}>
          Match again
        </Button>
      </div>
    </section>
  );
}

function CameraForm({ race, camera }: { race: string; camera: Camera }) {
  const client = useQueryClient();
  const title = useId();
  const [offset, setOffset] = useState(camera.offsetMs === null ? '' : String(camera.offsetMs / 1000));
  const [around, setAround] = useState(String(camera.windowMs / 1000));
  const typed = read(offset, around);
  const setting = useMutation({
    mutationFn: () => setCamera(race, { camera: camera.camera, offsetMs: typed.offsetMs, windowMs: typed.windowMs }),
    networkMode: 'always',
    onSuccess: ({ text }) => {
      toast.success(text);
      void client.invalidateQueries({ queryKey: photosKey(race) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!(typed.offsetError || typed.windowError)) setting.mutate();
  };
  const note = typed.offsetMs === null || typed.offsetError ? '' : deskCore().photoOffsetText(typed.offsetMs);
  return (
    <form
      onSubmit={submit}
      aria-labelledby={title}
      className="flex flex-col gap-3 rounded-control border border-rule bg-card p-4"
    >
      <div className="flex items-center gap-3">
        {camera.photo && (
          <img
            src={photoAddress(camera.photo, 480)}
            alt=""
            loading="lazy"
            className="h-14 w-20 rounded-control object-cover"
          />
        )}
        <h3 id={title} className="label break-words">
          {camera.camera || 'Files that name no camera'}
        </h3>
      </div>
      <TextField
        label="How far its clock is ahead"
        hint={deskCore().photoWords().offset}
        value={offset}
        onChange={setOffset}
        autoComplete="off"
        error={typed.offsetError}
        note={note}
      />
      <TextField
        label="Seconds before and after a finish"
        value={around}
        onChange={setAround}
        inputMode="decimal"
        autoComplete="off"
        error={typed.windowError}
        className="max-w-xs"
      />
      {setting.isError && <CallNotice {...callFailure(setting.error)} />}
      <div>
        <Button type="submit" tone="ink" pending={setting.isPending}>
          Save and match
        </Button>
      </div>
    </form>
  );
}

/** What is typed; a blank offset is not known. */
function read(offset: string, around: string) {
  const said: { offsetMs: number | null; windowMs: number; offsetError?: string; windowError?: string } = {
    offsetMs: null,
    windowMs: 0,
  };
  try {
    if (offset.trim() !== '') said.offsetMs = deskCore().offsetTyped(offset);
  } catch (refusal) {
    said.offsetError = (refusal as Error).message;
  }
  try {
    said.windowMs = deskCore().photoWindowTyped(around);
  } catch (refusal) {
    said.windowError = (refusal as Error).message;
  }
  return said;
}
