const HEIGHT = 28;
const STEP = 8;

/** The reads of each minute as bars, the newest at the right; `words` is the same as text. */
export function MinuteBars({ minutes, words }: { minutes: readonly number[]; words: string }) {
  const most = Math.max(1, ...minutes);
  return (
    <svg
      role="img"
      aria-label={words}
      width={minutes.length * STEP}
      height={HEIGHT + 1}
      className="block"
      shapeRendering="crispEdges"
    >
      <title>{words}</title>
      <rect x="0" y={HEIGHT} width="100%" height="1" fill="var(--color-control)" />
      {minutes.map((reads, at) => {
        const height = reads === 0 ? 0 : Math.max(2, Math.round((reads / most) * HEIGHT));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its minute's place.
            key={at}
            x={at * STEP}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            fill="var(--color-line)"
          />
        );
      })}
    </svg>
  );
}
