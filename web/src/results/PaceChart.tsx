import { Fragment, useId } from 'react';
import { useMedia, WIDE_SCREEN } from '@/ui';
import type { RunnerResult } from './api';

type Chart = NonNullable<RunnerResult['chart']>;

/** The drawing's width in its own units: near the number of pixels, so that texts have their size. */
const WIDTHS = { phone: 340, wide: 1080 };
const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 8;

/** The colour and the dashes of each line: the runner, the median, the compared runners. */
const LOOKS = [
  { stroke: 'var(--color-line)', dash: undefined, width: 4 },
  { stroke: 'var(--color-ink-3)', dash: '2 5', width: 3 },
  { stroke: 'var(--color-success)', dash: '10 4', width: 2.5 },
  { stroke: 'var(--color-live)', dash: '10 4 2 4', width: 2.5 },
  { stroke: 'var(--color-ink)', dash: '5 3', width: 2.5 },
];

const y = (height: number) => TOP + (1 - height) * (HEIGHT - TOP - BOTTOM);

/** A chart of paces over the distance, as steps; its content is also a table for who does not see it. */
export function PaceChart({ chart }: { chart: Chart }) {
  const title = useId();
  const width = useMedia(WIDE_SCREEN) ? WIDTHS.wide : WIDTHS.phone;
  const x = (part: number) => LEFT + part * (width - LEFT - 8);
  const marks = thinned(chart.marks, width);
  return (
    <figure className="rounded-control border border-rule bg-card p-4">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-labelledby={title}
        className="tabular mx-auto w-full text-ink-3"
        // Wider, its letters would be larger than those of the page.
        style={{ maxWidth: width * 1.4 }}
      >
        <title id={title}>{`${chart.unit} over the distance. ${chart.summary}`}</title>
        {chart.ticks.map((tick) => (
          <Fragment key={tick.text}>
            <path d={`M${LEFT} ${y(tick.at)}H${width - 8}`} stroke="var(--color-rule)" strokeWidth="1" />
            <text x={LEFT - 8} y={y(tick.at) + 5} textAnchor="end" fontSize="15" fill="currentColor">
              {tick.text}
            </text>
          </Fragment>
        ))}
        {chart.marks.map((mark) => (
          <path
            key={`${mark.at} ${mark.text}`}
            d={`M${x(mark.at)} ${TOP}V${HEIGHT - BOTTOM}`}
            stroke="var(--color-rule)"
            strokeWidth="1"
          />
        ))}
        {marks.map((mark) => (
          <text
            key={`${mark.at} ${mark.text}`}
            x={x(mark.at)}
            y={HEIGHT - 6}
            textAnchor={mark.at > 0.95 ? 'end' : 'middle'}
            fontSize="15"
            fill="currentColor"
          >
            {mark.text}
          </text>
        ))}
        {[...chart.lines].reverse().map((line, back) => {
          const look = LOOKS[chart.lines.length - 1 - back];
          return (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: two runners may have one name; the lines have no other identity.
              key={back}
              d={line.steps
                .map((step, at) => `${at === 0 ? 'M' : 'L'}${x(step.from)} ${y(step.height)}H${x(step.to)}`)
                .join('')}
              fill="none"
              stroke={look?.stroke}
              strokeWidth={look?.width}
              strokeDasharray={look?.dash}
              strokeLinejoin="round"
            />
          );
        })}
      </svg>
      <figcaption className="mt-3 text-sm text-ink-2">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {chart.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <li key={at} className="flex items-center gap-2">
              <svg width="34" height="8" aria-hidden="true">
                <path
                  d="M0 4H34"
                  stroke={LOOKS[at]?.stroke}
                  strokeWidth={LOOKS[at]?.width}
                  strokeDasharray={LOOKS[at]?.dash}
                />
              </svg>
              {line.name}
            </li>
          ))}
        </ul>
        <p className="mt-2">
          {chart.unit}, the faster the higher. {chart.summary}
        </p>
      </figcaption>
    </figure>
  );
}

/** The marks whose labels do not overlap; the last one, the finish, always stays. */
function thinned(marks: Chart['marks'], width: number): Chart['marks'] {
  const kept: Chart['marks'] = [];
  for (const mark of [...marks].reverse()) {
    const next = kept[0];
    if (!next || (next.at - mark.at) * width > 12 * (mark.text.length + next.text.length) * 0.5 + 14)
      kept.unshift(mark);
  }
  return kept;
}
