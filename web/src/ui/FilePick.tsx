import { type ReactNode, useRef, useState } from 'react';
import { Button } from './Button';

/** A button to choose a file; calls `onFile` with it, `onText` with its content as text, or `onFiles` with several, also a whole folder. */
export function FilePick({
  accept,
  onText,
  onFile,
  onFiles,
  folder = false,
  children,
}: {
  /** File name extensions and media types, separated by commas. */
  accept: string;
  /** Whether a folder is chosen, with everything in it. */
  folder?: boolean;
  children: ReactNode;
} & (
  | { onText: (text: string, name: string) => void; onFile?: never; onFiles?: never }
  | { onText?: never; onFile: (file: File) => void; onFiles?: never }
  | { onText?: never; onFile?: never; onFiles: (files: readonly File[]) => void }
)) {
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (onFile) return onFile(file);
    if (!onText) return;
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
        multiple={onFiles !== undefined}
        {...(folder ? { webkitdirectory: '' } : {})}
        hidden
        onChange={({ target }) => {
          if (onFiles) onFiles([...(target.files ?? [])]);
          else void read(target.files?.[0]);
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
