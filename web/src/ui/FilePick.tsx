import { type ReactNode, useRef, useState } from 'react';
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
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
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
