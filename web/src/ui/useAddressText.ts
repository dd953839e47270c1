import { useEffect, useState } from 'react';

/** How long typing rests before the address takes it over, in milliseconds. What is shown follows at once. */
const REST_MS = 300;

/**
 * A text that is typed and also stands in the address: `write` puts it there once typing rests, and the text follows the
 * address when that changes by itself (back, a shared link).
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
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text, address, write]);
}
