import { Crop } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import { canCrop, type PictureUse } from './cropPicture';
import { focusAfterDialog } from './focusAfterDialog';

/** Loaded when it is first opened. */
const CropDialog = lazy(() => import('./CropDialog'));

/** A button that opens the crop dialog for a chosen picture; renders nothing for a picture that cannot be cropped. */
export function CropButton({
  file,
  label,
  use,
  onDone,
}: {
  file: File;
  label: string;
  use: PictureUse;
  onDone: (file: File) => unknown;
}) {
  const [able, setAble] = useState(false);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // The dialog is unmounted at once, so it does not restore the focus itself; the page stays inert until its effects have run.
    focusAfterDialog(() => button.current);
  };
  useEffect(() => {
    let cancelled = false;
    void canCrop(file).then((can) => !cancelled && setAble(can));
    return () => {
      cancelled = true;
    };
  }, [file]);
  if (!able) return null;
  return (
    <>
      <Button
        ref={button}
        tone="quiet"
        icon
        aria-label={`Edit ${label}`}
        title="Crop and turn"
        onPress={() => setOpen(true)}
      >
        <Crop size={18} aria-hidden="true" />
      </Button>
      {open && (
        <Suspense>
          <CropDialog
            file={file}
            label={label}
            use={use}
            onClose={close}
            onDone={(made) => {
              close();
              onDone(made);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
