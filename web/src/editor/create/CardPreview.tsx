import { MapPin } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Bib, distanceTone, Stamp, toneText, useFileUrl } from '@/ui';
import { readDate, registration } from './rules';
import type { Values } from './values';

/** The race's card as the calendar will show it: its picture, or its bib. Follows every keystroke of the fields in it. */
export function CardPreview() {
  const [name, date, rows, distance, place, logo, MaxCapacity, isCanceled, Link] = useWatch<
    Values,
    [
      'Race',
      'Date',
      'DistanceStartTimes',
      'Distance',
      'CardLocation',
      'pictures.raceLogo',
      'MaxCapacity',
      'isCanceled',
      'Link',
    ]
  >({
    name: [
      'Race',
      'Date',
      'DistanceStartTimes',
      'Distance',
      'CardLocation',
      'pictures.raceLogo',
      'MaxCapacity',
      'isCanceled',
      'Link',
    ],
  });
  const photo = useFileUrl(logo);
  const day = readDate(date);
  const names = [...new Set(rows.map((row) => row.distance.trim()).filter((one) => one !== ''))];
  const state = registration({ MaxCapacity, isCanceled, Link });
  const title = name.trim() || 'Your race';
  return (
    <section aria-label="Preview of the race card" className="@container">
      <div className="grid overflow-hidden rounded-bib border border-rule bg-page @lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        {photo ? (
          <div className="relative min-h-48">
            <img src={photo} alt="" className="absolute inset-0 size-full object-cover" />
            {isCanceled === 'True' && (
              <span className="absolute inset-0 grid place-items-center">
                <Stamp tone="live">{state.label}</Stamp>
              </span>
            )}
          </div>
        ) : (
          <div className="grid place-items-center p-4">
            <Bib
              className="w-full max-w-md"
              name={title}
              numerals={day ? day.iso.slice(5).replace('-', '') : '––––'}
              distances={names.length > 0 ? names : ['Distances']}
              void={isCanceled === 'True'}
              stamp={isCanceled === 'True' ? <Stamp tone="live">{state.label}</Stamp> : undefined}
            />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-2 p-4 @lg:p-6">
          <p className="text-sm text-ink-2">{day ? `${day.weekday}, ${day.text}` : 'Date to come'}</p>
          <p className="display text-xl">{title}</p>
          <p className="label text-sm">
            {names.length > 0
              ? names.map((one, at) => (
                  <span key={one}>
                    {at > 0 && <span className="text-ink-3"> · </span>}
                    <span className={toneText[distanceTone(one)]}>{one}</span>
                  </span>
                ))
              : distance}
          </p>
          {place.trim() && (
            <p className="flex items-start gap-2 text-sm text-ink-2">
              <MapPin size={16} className="mt-[3px] shrink-0" aria-hidden="true" />
              {place}
            </p>
          )}
          {/* The two buttons as they will look; here they lead nowhere. */}
          <p className="mt-auto flex flex-wrap gap-2 pt-3" aria-hidden="true">
            <span
              className={`label flex min-h-11 items-center rounded-control px-4 ${state.disabled ? 'border border-rule bg-sunk text-ink-3' : 'bg-road text-road-ink'}`}
            >
              {state.label}
            </span>
            <span className="label flex min-h-11 items-center rounded-control border border-control bg-card px-4">
              Info
            </span>
          </p>
        </div>
      </div>
    </section>
  );
}
