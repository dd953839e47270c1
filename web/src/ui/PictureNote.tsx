import { useEffect, useState } from 'react';
import { originalOf, pictureKind } from './cropPicture';

/** What is good to know of a picked picture, in the core's words: one that moves will stand still. */
export function PictureNote({ file }: { file: File }) {
  const [note, setNote] = useState<string>();
  useEffect(() => {
    let asked = true;
    // What was made of it here does not move any more.
    void pictureKind(originalOf(file)).then((look) => asked && setNote(look.note));
    return () => {
      asked = false;
    };
  }, [file]);
  return (
    <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
      {note}
    </p>
  );
}
