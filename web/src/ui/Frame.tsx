import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** What the core makes of pasted embed markup: the only thing a frame is ever built from. */
export interface FrameSource {
  provider: string;
  url: string;
  title: string;
}

/**
 * A foreign page in a frame of our own making: sandboxed, without our address in its Referer's path, and loaded only when
 * it comes near the screen. Print shows its address instead.
 */
export function Frame({
  source,
  height = 600,
  ratio,
  fill = false,
  className = '',
}: {
  source: FrameSource;
  /** Pixels; never more than three quarters of the screen. */
  height?: number;
  /** A shape instead of a height, such as `16 / 9` for a film. */
  ratio?: string;
  /** Take all the room there is (in a full-screen dialog). */
  fill?: boolean;
  className?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !box.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [near]);
  return (
    <div className={fill ? 'flex h-full flex-col pb-2' : className}>
      <div
        ref={box}
        className={`overflow-hidden bg-sunk print:hidden ${fill ? 'min-h-0 flex-1' : 'rounded-control border border-rule'}`}
        style={fill ? undefined : ratio ? { aspectRatio: ratio } : { height: `min(${height}px, 75dvh)` }}
      >
        {near && (
          <iframe
            src={source.url}
            title={source.title}
            loading="lazy"
            referrerPolicy="strict-origin-when-cross-origin"
            // No top navigation and no modals: a map may run and open its own page in a new tab, and that is all.
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms"
            allow="fullscreen; picture-in-picture; encrypted-media"
            className="size-full border-0"
          />
        )}
      </div>
      <p className={`mt-2 flex items-center gap-1 text-sm text-ink-3 ${fill ? 'px-4' : ''}`}>
        <a className="link inline-flex items-center gap-1" href={source.url} target="_blank" rel="noopener noreferrer">
          Open at {source.provider} <ExternalLink size={14} aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        <span className="hidden print:inline">{source.url}</span>
      </p>
    </div>
  );
}
