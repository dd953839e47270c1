import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button';

/** A button to choose a file; calls `onFile` with the file, or `onText` with its content as text. */
export function FilePick({
  accept,
  onText,
  onFile,
  children,
}: {
  /** File name extensions and media types, separated by commas. */
  accept: string;
  children: ReactNode;
} & (
  | { onText: (text: string, name: string) => void; onFile?: never }
  | { onText?: never; onFile: (file: File) => void }
)) {
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (onFile) return onFile(file);
    setBusy(true);
    try {
      onText(await file.text(), file.name);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // The same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
      <Button pending={busy} onPress={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
