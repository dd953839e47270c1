import { useQuery } from '@tanstack/react-query';
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudLightning,
  CloudRain,
  CloudSun,
  type LucideIcon,
  Snowflake,
  Sun,
  SunMedium,
} from 'lucide-react';
import { useRef } from 'react';
import { useClock } from '@/api';
import { core, type Race, type WeatherIcon, type WeatherSlot } from '@/core';
import { Skeleton, useNearViewport } from '@/ui';
import { NoWeather, type WeatherFacts, weatherQuery } from './forecast';

const icons: Record<WeatherIcon, LucideIcon> = {
  sunny: Sun,
  'mostly-sunny': SunMedium,
  'partly-sunny': CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  snow: Snowflake,
  thunderstorm: CloudLightning,
};

/** The forecast for the hours of the race, fetched when the strip comes near the screen. Its space is reserved from the start. */
export function Weather({ race }: { race: WeatherFacts & Pick<Race, 'isCanceled' | 'TimeZone'> }) {
  const box = useRef<HTMLElement>(null);
  const near = useNearViewport(box);
  const { data: slots, error } = useQuery({ ...weatherQuery(race), enabled: near });
  const now = useClock();
  const ready = slots !== undefined || error !== null;
  return (
    <section ref={box} aria-labelledby="weather" aria-busy={!ready} className={slots?.length ? '' : 'print:hidden'}>
      <h3 id="weather" className="label mb-3">
        {core().weatherTitle(core().distanceEarliest(race.DistanceStartTimes) ?? '')}
      </h3>
      <div className="grid min-h-34 rounded-control border border-rule bg-card">
        {!ready && <Skeleton className="m-4" />}
        {slots && <Hours slots={slots} />}
        {!slots && error && (
          <Unavailable why={core().weatherReason(race, error instanceof NoWeather ? error.end : 'failed', now)} />
        )}
      </div>
    </section>
  );
}

function Hours({ slots }: { slots: readonly WeatherSlot[] }) {
  return (
    <ol className="grid grid-flow-col auto-cols-fr py-4">
      {slots.map((slot, index) => {
        const Icon = icons[slot.icon];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: when daylight saving time ends, one hour occurs twice.
          <li key={index} className="flex min-w-0 flex-col items-center gap-2 border-rule not-first:border-l">
            <span className={`tabular text-xs sm:text-sm ${index === 1 ? 'text-ink' : 'text-ink-3'}`}>{slot.hour}</span>
            <Icon size={26} strokeWidth={1.75} aria-hidden="true" className="text-line" />
            <span className="sr-only">{slot.text}, </span>
            <span className="tabular text-lg leading-none font-[750]!">
              {slot.temperature}°<span className="sr-only">Fahrenheit</span>
            </span>
            <span className="hidden text-center text-xs text-ink-3 md:block" aria-hidden="true">
              {slot.text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Unavailable({ why }: { why: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
      <CloudSun size={28} aria-hidden="true" className="text-ink-3" />
      <p>
        <span className="label block">{core().weatherUnavailable()}</span>
        <span className="text-sm text-ink-3">{why}</span>
      </p>
    </div>
  );
}
