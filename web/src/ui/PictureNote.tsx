import { useEffect, useState } from 'react';
import { originalOf, pictureKind } from './cropPicture';

/** The core's note about a chosen picture, such as that an animation will be lost; renders nothing when there is no note. */
export function PictureNote({ file }: { file: File }) {
  const [note, setNote] = useState<string>();
  useEffect(() => {
    let cancelled = false;
    // The original is examined: the prepared file is not animated any more.
    void pictureKind(originalOf(file)).then((look) => !cancelled && setNote(look.note));
    return () => {
      cancelled = true;
    };
  }, [file]);
  return (
    <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
      {note}
    </p>
  );
}
