import type { Image } from '@/core';
import { imageSource } from '@/ui';

/** The picture of an account; without one, the first letter of its username on a bib (SPEC §3). */
export function Avatar({
  username,
  picture,
  className = 'size-28 sm:size-36',
}: {
  username: string;
  picture: Image | undefined;
  /** Its size; a square. */
  className?: string;
}) {
  const source = imageSource(picture, 320);
  const frame = `shrink-0 overflow-hidden rounded-bib border border-control bg-card ${className}`;
  if (source) return <img src={source} width={320} height={320} alt={username} className={`object-cover ${frame}`} />;
  return (
    <div className={`flex flex-col [container-type:inline-size] ${frame}`} aria-hidden="true">
      <span className="h-[18cqw] shrink-0 bg-line" />
      <span className="numerals grid flex-1 place-items-center text-[64cqw]">{username.charAt(0).toUpperCase()}</span>
    </div>
  );
}
