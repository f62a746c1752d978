import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { styled } from 'styled-components';
import { color, media, radius, space, type } from '../tokens.ts';
import { useDirection } from '../useDirection.ts';

export interface CalendarDay {
  /** YYYY-MM-DD */
  day: string;
  /** 0 for nothing, 4 for the most. */
  level: 0 | 1 | 2 | 3 | 4 | 'rest';
  /** What there is to say about the day. */
  words: string;
}

interface DayCalendarProps {
  label: string;
  /** Without gaps, from a Monday to today. */
  days: readonly CalendarDay[];
  language: string;
  /** Each week as a row with the dates, or as a narrow column with the months above. */
  weeks: 'rows' | 'columns';
}

/** Days of some weeks. The one under the pointer, tapped, or chosen with the arrow keys, is described below. */
export function DayCalendar({ label, days, language, weeks }: DayCalendarProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const rtl = useDirection() === 'rtl';
  const last = days.length - 1;
  const chosen = Math.min(moved ?? last, last);
  const format = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
  const shown = days[chosen];
  const name = shown ? format({ weekday: 'long', day: 'numeric', month: 'long' }, shown.day) : '';

  const point = ({ target }: PointerEvent | React.MouseEvent) => {
    const index = target instanceof HTMLElement ? Number(target.dataset.index ?? Number.NaN) : Number.NaN;
    if (!Number.isNaN(index)) setMoved(index);
  };
  const [aside, along] = weeks === 'rows' ? [1, 7] : [7, 1];
  const forward = rtl ? -aside : aside;
  const moves: Record<string, number> = {
    ArrowLeft: -forward,
    ArrowRight: forward,
    ArrowUp: -along,
    ArrowDown: along,
    Home: -chosen,
    End: last - chosen,
  };
  const move = (event: KeyboardEvent) => {
    const step = moves[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = chosen + step;
    if (next >= 0 && next <= last) setMoved(next);
  };

  return (
    <Frame data-weeks={weeks}>
      <Days
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={`${name}: ${shown?.words ?? ''}`}
        data-weeks={weeks}
        onKeyDown={move}
        onClick={point}
        onPointerMove={(event) => event.pointerType === 'mouse' && point(event)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setMoved(null)}
      >
        {weeks === 'rows'
          ? days.slice(0, 7).map(({ day }) => <b key={day}>{format({ weekday: 'narrow' }, day)}</b>)
          : monthStarts(days).map(({ day, column }) => (
              <b key={day} style={{ gridColumn: `${column} / span 3` }}>
                {format({ month: 'short' }, day)}
              </b>
            ))}
        {days.map(({ day, level }, index) => (
          <i
            key={day}
            data-index={index}
            data-level={level}
            data-today={index === last || undefined}
            data-chosen={index === chosen || undefined}
            style={
              weeks === 'columns'
                ? { gridColumn: Math.floor(index / 7) + 1, gridRow: (index % 7) + 2 }
                : undefined
            }
          >
            {weeks === 'rows' ? Number(day.slice(8)) : null}
          </i>
        ))}
      </Days>
      <Words aria-hidden data-weeks={weeks}>
        <b>{name}</b> <span>{shown?.words}</span>
      </Words>
    </Frame>
  );
}

/** The first week of each month, where its name fits. */
function monthStarts(days: readonly CalendarDay[]): { day: string; column: number }[] {
  const starts: { day: string; column: number }[] = [];
  for (let index = 0; index < days.length; index += 7) {
    const [day, before] = [days[index]?.day ?? '', days[index - 7]?.day ?? ''];
    if (day.slice(0, 7) === before.slice(0, 7)) continue;
    const column = index / 7 + 1;
    const previous = starts.at(-1);
    if (previous && column - previous.column < 3) starts.pop();
    starts.push({ day, column });
  }
  return starts;
}

const Frame = styled.div`
  min-inline-size: 0;
  /* As wide as its days, so that the words stay in view where these scroll. */
  &[data-weeks='columns'] { inline-size: max-content; min-inline-size: 100%; }
`;

const Days = styled.div`
  display: grid;
  cursor: default;
  &:focus-visible { outline: 2px solid ${color.focus}; outline-offset: 2px; }
  & > b { color: ${color.textMuted}; font-size: ${type.caption}; font-weight: 400; }
  & > i { font-style: normal; }
  &[data-weeks='rows'] {
    grid-template-columns: repeat(7, minmax(0, 1fr));
    gap: ${space(1)};
    max-inline-size: 20rem;
    & > b { padding-block-end: ${space(1)}; text-align: center; }
    & > i {
      display: grid;
      place-items: center;
      justify-self: center;
      inline-size: 2.25rem;
      block-size: 2.25rem;
      border: 1.5px solid transparent;
      border-radius: ${radius.round};
      color: ${color.textMuted};
      font-size: ${type.small};
      font-variant-numeric: tabular-nums;
    }
    & > [data-today] { border-color: ${color.lineStrong}; color: ${color.text}; font-weight: 600; }
    & > [data-level='rest'] { border: 1.5px dashed ${color.progress}; color: ${color.text}; }
    & > [data-level='4'] { background: ${color.progress}; color: ${color.surface}; font-weight: 600; }
    & > [data-chosen] { outline: 2px solid ${color.line}; outline-offset: 1px; }
    &:focus-visible > [data-chosen] { outline-color: ${color.focus}; }
  }
  &[data-weeks='columns'] {
    grid-template-columns: repeat(53, minmax(0, 1fr));
    gap: 3px;
    & > b { white-space: nowrap; }
    & > i { aspect-ratio: 1; border-radius: 2px; background: ${color.surfaceHover}; }
    & > [data-level='1'] { background: color-mix(in oklab, ${color.progress} 35%, ${color.surfaceHover}); }
    & > [data-level='2'] { background: color-mix(in oklab, ${color.progress} 60%, ${color.surfaceHover}); }
    & > [data-level='3'] { background: color-mix(in oklab, ${color.progress} 82%, ${color.surfaceHover}); }
    & > [data-level='4'] { background: ${color.progress}; }
    & > [data-chosen] { outline: 2px solid ${color.text}; outline-offset: -1px; }
    @media ${media.narrow} { inline-size: 44rem; }
  }
  @media (forced-colors: active) { & > i { forced-color-adjust: none; } }
`;

const Words = styled.p`
  margin-block-start: ${space(3)};
  &[data-weeks='columns'] { position: sticky; inset-inline-start: 0; inline-size: fit-content; }
  &[data-weeks='rows'] { min-block-size: 2.75rem; }
  font-size: ${type.small};
  & > b { font-weight: 600; margin-inline-end: ${space(2)}; }
  & > span { color: ${color.textMuted}; text-wrap: pretty; }
`;
