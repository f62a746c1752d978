import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, media, type } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { HeatmapRect } from '@visx/heatmap';
import { scaleLinear } from '@visx/scale';
import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import { type Day, dateOf } from './days.ts';
import { formatDuration } from './formatDuration.ts';
import { dayLevel, yearOfDays } from './readingTime.ts';

interface YearMapProps {
  days: ReadonlyMap<Day, number>;
  now: Date;
  firstDay: number;
}

const cell = 13;
const gap = 2.5;
const top = 18;
const rounding = 2;
/** Days of one intensity are one path. */
const levels = [0, 1, 2, 3, 4] as const;

/** A heat map of a year by reading time. The table lists months. */
export function YearMap({ days, now, firstDay }: YearMapProps) {
  const { i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const scroll = useRef<HTMLDivElement>(null);
  const weeks = useMemo(() => yearOfDays(now, firstDay), [now, firstDay]);
  const months = useMemo(() => monthLabels(weeks, language), [weeks, language]);
  const rtl = useDirection() === 'rtl';
  const narrow = useMediaQuery(media.narrow);
  // Scrolled to the latest weeks where it is too wide.
  useLayoutEffect(() => {
    if (narrow && scroll.current) scroll.current.scrollLeft = scroll.current.scrollWidth * (rtl ? -1 : 1);
  }, [narrow, rtl]);
  const wide = weeks.length * cell;
  const across = scaleLinear({
    domain: [0, weeks.length],
    range: rtl ? [wide - cell, -cell] : [0, wide],
  });
  const down = scaleLinear({ domain: [0, 7], range: [top, top + 7 * cell] });
  /** One shared title element, since one per day would add a thousand elements. */
  const say = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top: above, width } = currentTarget.getBoundingClientRect();
    const scale = wide / width;
    const column = across.invert((clientX - left) * scale);
    const week = weeks[rtl ? Math.ceil(column) : Math.floor(column)];
    const day = week?.[Math.floor(down.invert((clientY - above) * scale))];
    const title = currentTarget.querySelector('title');
    if (!title) return;
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
    title.textContent = day ? `${date.format(dateOf(day))}: ${formatDuration(days.get(day) ?? 0, t)}` : '';
  };
  return (
    // A scrollable region must be reachable by keyboard.
    <Scroll
      ref={scroll}
      {...(narrow ? { tabIndex: 0, role: 'group', 'aria-label': t('A year of days') } : {})}
    >
      <svg viewBox={`0 0 ${wide} ${top + 7 * cell}`} aria-hidden="true" onPointerMove={say}>
        <title />
        {months.map(({ column, label }) => (
          <text key={column} x={across(column) + (rtl ? cell - gap : 0)} y={11}>
            {label}
          </text>
        ))}
        <HeatmapRect
          data={weeks}
          bins={(week) => [...week]}
          count={(day) => (day === null ? 0 : dayLevel(days.get(day) ?? 0))}
          xScale={across}
          yScale={down}
          binWidth={cell}
          binHeight={cell}
          gap={gap}
        >
          {(columns) =>
            levels.map((level) => (
              <path
                key={level}
                data-level={level}
                d={columns
                  .flat()
                  .filter(({ bin, count }) => bin !== null && count === level)
                  .map(({ x, y, width, height }) => square(x, y, width, height))
                  .join('')}
              />
            ))
          }
        </HeatmapRect>
      </svg>
    </Scroll>
  );
}

/** A day with its corners rounded, as part of a path. */
function square(x: number, y: number, width: number, height: number): string {
  const [across, down] = [width - 2 * rounding, height - 2 * rounding];
  const corner = (dx: number, dy: number) => `a${rounding} ${rounding} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + rounding} ${y}h${across}${corner(rounding, rounding)}v${down}${corner(-rounding, rounding)}` +
    `h${-across}${corner(-rounding, -rounding)}v${-down}${corner(rounding, -rounding)}z`
  );
}

/** Name of a month above its first week, where it fits. */
function monthLabels(weeks: readonly (readonly (Day | null)[])[], language: string) {
  const format = new Intl.DateTimeFormat(language, { month: 'short' });
  const labels: { column: number; label: string }[] = [];
  let month = '';
  for (const [column, week] of weeks.entries()) {
    const first = week[0];
    if (!first || first.slice(0, 7) === month) continue;
    month = first.slice(0, 7);
    const last = labels.at(-1);
    if (last && column - last.column < 3) labels.pop();
    labels.push({ column, label: format.format(dateOf(first)) });
  }
  return labels;
}

const Scroll = styled.div`
  overflow-x: auto;
  & > svg { inline-size: 100%; block-size: auto; }
  & text { fill: ${color.textMuted}; font-size: 10px; }
  & path { fill: ${color.surfaceHover}; }
  & path[data-level='1'] { fill: color-mix(in oklab, ${color.progress} 35%, ${color.surfaceHover}); }
  & path[data-level='2'] { fill: color-mix(in oklab, ${color.progress} 60%, ${color.surfaceHover}); }
  & path[data-level='3'] { fill: color-mix(in oklab, ${color.progress} 82%, ${color.surfaceHover}); }
  & path[data-level='4'] { fill: ${color.progress}; }
  @media ${media.narrow} {
    & > svg { inline-size: 44rem; max-inline-size: none; }
    font-size: ${type.caption};
  }
`;
