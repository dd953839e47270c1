import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, ConfirmDialog, Dialog, TextField } from '@/ui';
import { type AdminPhoto, assignBibs, deletePhoto, photoAddress, photosKey, restorePhoto } from './api';

const SOURCES: Record<AdminPhoto['bibs'][number]['by'], string> = {
  both: 'name and time',
  name: 'file name',
  time: 'time',
  hand: 'by hand',
};

/** A photo in a list: whose it is, and what can be done with it. Enter in its field assigns it. */
export function PhotoRow({ race, photo }: { race: string; photo: AdminPhoto }) {
  const [isLarge, setIsLarge] = useState(false);
  const facts = [photo.name, photo.camera, photo.clock].filter(Boolean).join(' · ');
  return (
    <div className="flex gap-4 py-1">
      <button
        type="button"
        onClick={() => setIsLarge(true)}
        aria-label={`Enlarge ${photo.name}`}
        className="h-[104px] w-36 shrink-0 cursor-pointer overflow-hidden rounded-control bg-sunk max-sm:w-24"
      >
        <img
          src={photoAddress(photo.id, 480)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </button>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="truncate text-sm text-ink-2" title={facts}>
          {facts}
        </p>
        {photo.bibs.length > 0 && (
          <p className="text-sm">
            {photo.bibs.map(({ bib, by }) => (
              <span key={bib} className="mr-3">
                <span className="numerals">{bib}</span> <span className="text-ink-2">{SOURCES[by]}</span>
              </span>
            ))}
          </p>
        )}
        {photo.removed && <p className="text-sm text-ink-2">{photo.removed}</p>}
        <Assign key={photo.bibs.map(({ bib }) => bib).join(' ')} race={race} photo={photo} />
      </div>
      <Dialog title={photo.name} isOpen={isLarge} onClose={() => setIsLarge(false)} shape="wide" closeOnBack>
        <img src={photoAddress(photo.id, 1600)} alt="" className="mx-auto max-h-[75dvh] w-auto" />
      </Dialog>
    </div>
  );
}

function Assign({ race, photo }: { race: string; photo: AdminPhoto }) {
  const client = useQueryClient();
  const [text, setText] = useState(photo.bibs.map(({ bib }) => bib).join(' '));
  const [problem, setProblem] = useState<string>();
  const [asksDelete, setAsksDelete] = useState(false);
  const changed = () => client.invalidateQueries({ queryKey: photosKey(race) });
  const options = { networkMode: 'always' as const, onSuccess: changed };
  const assigning = useMutation({
    mutationFn: (bibs: string[] | null) => assignBibs(race, photo.id, bibs),
    ...options,
  });
  const restoring = useMutation({ mutationFn: () => restorePhoto(race, photo.id), ...options });
  const deleting = useMutation({
    mutationFn: () => deletePhoto(race, photo.id),
    networkMode: 'always',
    onSuccess: () => {
      setAsksDelete(false);
      return changed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      assigning.mutate(deskCore().photoBibsTyped(text));
    } catch (refusal) {
      setProblem((refusal as Error).message);
    }
  };
  const failed = assigning.error ?? restoring.error ?? deleting.error;
  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <TextField
          label={
            <>
              Bibs<span className="sr-only"> in {photo.name}</span>
            </>
          }
          value={text}
          onChange={(now) => {
            setText(now);
            setProblem(undefined);
          }}
          autoComplete="off"
          error={problem}
          className="w-40"
        />
        <Button type="submit" pending={assigning.isPending} aria-label={`Assign ${photo.name}`}>
          Assign
        </Button>
        {photo.byHand && (
          <Button tone="quiet" onPress={() => assigning.mutate(null)} aria-label={`Match ${photo.name} by itself`}>
            By itself
          </Button>
        )}
        {photo.list === 'removed' && (
          <Button pending={restoring.isPending} onPress={() => restoring.mutate()} aria-label={`Restore ${photo.name}`}>
            Restore
          </Button>
        )}
        <Button tone="quiet" onPress={() => setAsksDelete(true)} aria-label={`Delete ${photo.name}`}>
          Delete
        </Button>
      </form>
      {failed && <CallNotice {...callFailure(failed)} />}
      <ConfirmDialog
        title={`Delete ${photo.name}?`}
        isOpen={asksDelete}
        onClose={() => setAsksDelete(false)}
        onConfirm={() => deleting.mutate()}
        confirmLabel="Delete"
        pending={deleting.isPending}
      >
        {deskCore().photoWords().delete}
      </ConfirmDialog>
    </>
  );
}
