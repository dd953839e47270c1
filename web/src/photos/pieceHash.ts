/** The hash by which the server recognizes a file: of the hashes of its pieces, so that a large file is never in memory as a whole. */
export async function pieceHash(file: Blob, pieceBytes: number, signal: AbortSignal): Promise<string> {
  const pieces = Math.max(1, Math.ceil(file.size / pieceBytes));
  const hashes = new Uint8Array(pieces * 32);
  for (let at = 0; at < pieces; at += 1) {
    signal.throwIfAborted();
    const piece = await file.slice(at * pieceBytes, (at + 1) * pieceBytes).arrayBuffer();
    hashes.set(new Uint8Array(await crypto.subtle.digest('SHA-256', piece)), at * 32);
  }
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', hashes));
  return Array.from(whole, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
