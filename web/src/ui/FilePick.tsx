import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from './Button';

/** A button to choose a text file; calls `onText` with its content. */
export function FilePick({
  accept,
  onText,
  children,
}: {
  /** File name extensions and media types, separated by commas. */
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
