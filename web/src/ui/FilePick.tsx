import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from './Button';

/** A button that lets people choose a text file, and gives its text. */
export function FilePick({
  accept,
  onText,
  children,
}: {
  /** Endings and media types, with commas between them. */
  accept: string;
  onText: (text: string, name: string) => void;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const read = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    setBusy(true);
    try {
      onText(await file.text(), file.name);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FileTrigger acceptedFileTypes={accept.split(',')} onSelect={(files) => void read(files)}>
      <Button pending={busy}>{children}</Button>
    </FileTrigger>
  );
}
