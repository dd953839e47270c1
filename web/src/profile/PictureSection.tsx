import { lazy, Suspense, useRef, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { CallError, type Profile } from '@/api';
import {
  Button,
  ConfirmDialog,
  FieldProblemText,
  focusAfterDialog,
  PICTURE_TYPES,
  type PictureUse,
  pictureKind,
} from '@/ui';
import { canCrop } from '@/ui/cropPicture';
import { Avatar } from './Avatar';
import { useSetPicture } from './api';
import { SavedNote } from './Saved';

/** Loaded when a picture is chosen. */
const CropDialog = lazy(() => import('@/ui/CropDialog'));

/** A square: the largest that a profile shows has 144 pixels, two or three of which are one on a fine screen. */
const USE: PictureUse = { shapes: [{ id: 'square', label: '1:1', ratio: 1 }], cropped: 640, uncropped: 640 };

/** The account's picture: chosen, cropped to a square, and saved at once; or removed. */
export function PictureSection({ profile }: { profile: Profile }) {
  const save = useSetPicture();
  const [chosen, setChosen] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [asks, setAsks] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const has = profile.ProfilePicture !== undefined;

  const take = async (file: File) => {
    save.reset();
    const { refusal } = await pictureKind(file);
    setProblem(refusal);
    if (refusal !== undefined) return;
    // An animation, and what this browser cannot decode, is sent as it is; the server decides about it.
    if (await canCrop(file)) setChosen(file);
    else send(file);
  };
  const send = (file: File | null) =>
    save.mutate(file, {
      onError: (error) => setProblem(error instanceof CallError ? error.fields.picture : undefined),
      onSettled: () => setAsks(false),
    });
  const close = () => {
    setChosen(undefined);
    focusAfterDialog(() => button.current);
  };
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-wrap items-center gap-6">
        <Avatar username={profile.Username} picture={profile.ProfilePicture} />
        <div className="flex flex-1 basis-48 flex-col items-start gap-3">
          <p className="text-sm text-ink-2" id="picture-hint">
            {has
              ? 'Everybody who may see your profile sees it.'
              : 'Without a picture the first letter of your username is shown.'}{' '}
            A JPEG, PNG, WebP or GIF; where it was taken is removed from it.
          </p>
          <input
            ref={input}
            type="file"
            accept={PICTURE_TYPES}
            hidden
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file can be chosen again.
              target.value = '';
              if (file) void take(file);
            }}
          />
          <div className="flex flex-wrap gap-3">
            <Button
              ref={button}
              pending={save.isPending}
              aria-describedby="picture-hint"
              onPress={() => input.current?.click()}
            >
              {has ? 'Choose another picture' : 'Choose a picture'}
            </Button>
            {has && !save.isPending && (
              <Button tone="quiet" onPress={() => setAsks(true)}>
                Remove it
              </Button>
            )}
          </div>
        </div>
      </div>
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      {/* The picture as it was cropped is sent again. */}
      <FormFailure error={save.error} onRetry={() => save.variables !== undefined && send(save.variables)} />
      <SavedNote>
        {save.isSuccess && (save.variables ? 'Your picture is saved.' : 'Your picture is removed.')}
      </SavedNote>
      {chosen && (
        <Suspense>
          <CropDialog
            file={chosen}
            label="your picture"
            use={USE}
            onClose={close}
            onDone={(made) => {
              close();
              send(made);
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        title="Remove your picture?"
        isOpen={asks}
        onClose={() => setAsks(false)}
        confirmLabel="Remove"
        pending={save.isPending}
        onConfirm={() => {
          focusAfterDialog(() => button.current);
          send(null);
        }}
      >
        <p>It is deleted from the site, and your profile shows the first letter of your username.</p>
      </ConfirmDialog>
    </div>
  );
}
