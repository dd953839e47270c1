import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';

/** A search for races by name or place; it opens the calendar with the typed text. */
export function RaceSearch({ className = '' }: { className?: string }) {
  const navigate = useNavigate();
  return (
    <search aria-label="Find a race" className={className}>
      <form
        action="/races"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('q') as HTMLInputElement;
          const q = field.value.trim();
          void navigate({ to: '/races', search: q ? { q } : {} });
          field.value = '';
        }}
        className="relative"
      >
        <Search size={18} aria-hidden="true" className="pointer-events-none absolute top-[13px] left-3 text-ink-3" />
        <input
          type="search"
          name="q"
          aria-label="Find a race"
          placeholder="Find a race"
          enterKeyHint="search"
          className="min-h-11 w-full rounded-control border border-control bg-card pr-3 pl-10 text-base placeholder:text-ink-3 hover:border-ink"
        />
      </form>
    </search>
  );
}
