import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, Dialog, toast } from '@/ui';
import { photoAddress, type RunnerPhotosAnswer, removePhoto } from './api';

type Photo = RunnerPhotosAnswer['photos'][number];

/** The photos of a runner who has some. */
export function PhotoGallery({ answer, queryKey }: { answer: RunnerPhotosAnswer; queryKey: readonly unknown[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Photo>();
  const removing = useMutation({
    mutationFn: (photo: Photo) => removePhoto(answer.race, photo.id),
    networkMode: 'always',
    onSuccess: ({ text }) => {
      setOpen(undefined);
      toast.success(text);
      return client.invalidateQueries({ queryKey });
    },
  });
  const label = (photo: Photo) =>
    `Photo ${answer.photos.findIndex((one) => one.id === photo.id) + 1} of ${answer.photos.length}`;
  return (
    <>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 desk:grid-cols-4">
        {answer.photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              onClick={() => setOpen(photo)}
              aria-label={`Enlarge: ${label(photo)}`}
              className="block aspect-[3/2] w-full cursor-pointer overflow-hidden rounded-control bg-sunk"
            >
              <PhotoPicture
                photo={photo}
                alt=""
                sizes="(min-width: 64rem) 18rem, 50vw"
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3 max-w-prose text-sm text-ink-2">{answer.words.ask}</p>
      <Dialog
        title={open ? label(open) : ''}
        isOpen={open !== undefined}
        onClose={() => {
          removing.reset();
          setOpen(undefined);
        }}
        shape="wide"
        closeOnBack
        actions={
          open && (
            <Button pending={removing.isPending} onPress={() => removing.mutate(open)}>
              Remove this photo
            </Button>
          )
        }
      >
        {removing.isError && <CallNotice {...callFailure(removing.error)} />}
        {open && (
          <PhotoPicture
            photo={open}
            alt={label(open)}
            sizes="64rem"
            className="mx-auto max-h-[70dvh] w-auto object-contain"
          />
        )}
      </Dialog>
    </>
  );
}

function PhotoPicture({
  photo,
  alt,
  sizes,
  className,
}: {
  photo: Photo;
  alt: string;
  sizes: string;
  className: string;
}) {
  return (
    <img
      src={photoAddress(photo.id, 960)}
      srcSet={photo.widths.map((width) => `${photoAddress(photo.id, width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={photo.widths.at(-1)}
      height={photo.height}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={className}
    />
  );
}
