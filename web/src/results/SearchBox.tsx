import { Search } from 'lucide-react';

/** A search box with the browser's own input, which adds no script to a page that should load fast. */
export function SearchBox({
  label,
  text,
  onText,
  className = '',
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
  className?: string;
}) {
  return (
    <label className={`relative flex min-w-0 flex-col gap-1 ${className}`}>
      <span className="label text-sm">{label}</span>
      <Search size={18} aria-hidden="true" className="pointer-events-none absolute bottom-[13px] left-3 text-ink-3" />
      <input
        type="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="min-h-11 w-full rounded-control border border-control bg-card pr-3 pl-10 text-base hover:border-ink"
      />
    </label>
  );
}
