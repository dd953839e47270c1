import { Crop } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import { canCut, type PictureUse } from './cropPicture';
import { focusAfterDialog } from './focusAfterDialog';

/** The cropper comes when somebody crops. */
const CropDialog = lazy(() => import('./CropDialog'));

/** Opens the cropper for a picked picture; nothing for one that cannot be cut. */
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
    // The dialog is gone at once, with what would have given the focus back; the page is inert until its effects have run.
    focusAfterDialog(() => button.current);
  };
  useEffect(() => {
    let asked = true;
    void canCut(file).then((can) => asked && setAble(can));
    return () => {
      asked = false;
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
