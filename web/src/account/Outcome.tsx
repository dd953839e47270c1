import { type ReactNode, useEffect, useRef } from 'react';

/** What became of a form, in its place. It takes the focus, which was in the form. */
export function Outcome({ children }: { children: ReactNode }) {
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => news.current?.focus(), []);
  return (
    <div ref={news} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {children}
    </div>
  );
}
