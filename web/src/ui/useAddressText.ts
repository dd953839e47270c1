import { useEffect, useState } from 'react';

/** How long the text must be unchanged before it is written to the address, in milliseconds. The page's content changes at once. */
const DELAY_MS = 300;

/**
 * Keeps a typed text and the address the same: `write` is called to write the text to the address once typing pauses, and `onText` when the
 * address changes otherwise (Back, a shared link).
 */
export function useAddressText(
  address: string,
  text: string,
  onText: (text: string) => void,
  write: (text: string) => void,
): void {
  const [written, setWritten] = useState(address);
  const [lastAddress, setLastAddress] = useState(address);
  if (address !== lastAddress) {
    setLastAddress(address);
    if (address !== written) onText(address);
  }
  useEffect(() => {
    if (text === address) return;
    const timer = setTimeout(() => {
      setWritten(text);
      write(text);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, address, write]);
}
