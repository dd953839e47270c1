import { useEffect, useState } from 'react';

/** Milliseconds of each unit. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The time left until an instant (epoch milliseconds), updated every second; renders nothing once it is over. */
export function Countdown({ to, label }: { to: number; label: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  const left = to - now;
  if (!(left > 0)) return null;
  const days = Math.floor(left / DAY);
  const parts = [
    [days, days === 1 ? 'day' : 'days'],
    [Math.floor((left % DAY) / HOUR), 'h'],
    [Math.floor((left % HOUR) / MINUTE), 'min'],
    [Math.floor((left % MINUTE) / SECOND), 's'],
  ] as const;
  return (
    <div role="timer" aria-label={`${label}: ${days} days`} className="print:hidden">
      <p className="text-sm text-ink-3">{label}</p>
      <div aria-hidden="true" className="mt-1 flex items-baseline gap-4">
        {parts.map(([value, unit], index) => (
          <span key={unit} className="flex items-baseline gap-1">
            <span className="numerals text-3xl leading-none">
              {index === 0 ? value : String(value).padStart(2, '0')}
            </span>
            <span className="text-sm text-ink-3">{unit}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
