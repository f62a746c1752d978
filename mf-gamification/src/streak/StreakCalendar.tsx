import type { StreakDay } from '@lectern/shared-contracts/api/gamification.ts';
import { dayOf, daysBefore, mondayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type KeyboardEvent, useState } from 'react';
import { styled } from 'styled-components';
import { dayReason } from './dayReason.ts';

const leftToRight: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const rightToLeft: Record<string, number> = { ...leftToRight, ArrowLeft: 1, ArrowRight: -1 };

interface StreakCalendarProps {
  /** From the server; null while loading, when the days are shown empty so that nothing shifts. */
  calendar: { days: readonly StreakDay[]; today: string } | null;
}

/** Six weeks of days; the hovered or selected day says why it counted. */
export function StreakCalendar({ calendar }: StreakCalendarProps) {
  const { days, today } = calendar ?? emptyWeeks();
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const [moved, setChosen] = useState<string | null>(null);
  const chosen = moved ?? today;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' });
  const name = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const dateOf = (day: string) => new Date(`${day}T12:00:00Z`);
  const first = days.find(({ day }) => mondayOf(day) === day)?.day ?? days[0]?.day ?? today;
  const shown = days.filter(({ day }) => day >= first);
  const picked = days.find(({ day }) => day === chosen) ?? days.find(({ day }) => day === today);

  const moves = i18n.direction() === 'rtl' ? rightToLeft : leftToRight;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const index = shown.findIndex(({ day }) => day === chosen) + (moves[event.key] ?? 0);
    const next = shown[index];
    if (!(event.key in moves) || !next) return;
    event.preventDefault();
    setChosen(next.day);
    event.currentTarget.querySelector<HTMLElement>(`[data-day='${next.day}']`)?.focus();
  };

  return (
    <div aria-busy={calendar === null}>
      <Grid role="group" aria-label={t('The last weeks, day by day')} onKeyDown={move}>
        {shown.slice(0, 7).map(({ day }) => (
          <Head key={day} aria-hidden>
            {weekday.format(dateOf(day))}
          </Head>
        ))}
        {shown.map((day) => (
          <Cell
            key={day.day}
            type="button"
            data-day={day.day}
            data-state={day.state}
            data-today={day.day === today}
            aria-pressed={day.day === chosen}
            tabIndex={day.day === chosen ? 0 : -1}
            onClick={() => setChosen(day.day)}
            onPointerEnter={() => setChosen(day.day)}
            onPointerLeave={() => setChosen(null)}
          >
            <span aria-hidden>{Number(day.day.slice(8))}</span>
            <VisuallyHidden>
              {name.format(dateOf(day.day))}
              {calendar ? `: ${dayReason(t, day, today)}` : null}
            </VisuallyHidden>
          </Cell>
        ))}
      </Grid>
      {picked ? (
        <Reason aria-hidden>
          <b>{name.format(dateOf(picked.day))}</b>
          {calendar ? <span>{dayReason(t, picked, today)}</span> : null}
        </Reason>
      ) : null}
    </div>
  );
}

/** The last days up to today by the local clock. */
function emptyWeeks(): { days: StreakDay[]; today: string } {
  const today = dayOf(new Date());
  const nothing = { state: 'none', minutes: 0, sessions: 0, byHand: 0 } as const;
  const days = Array.from({ length: 42 }, (_, at) => ({
    ...nothing,
    books: [],
    day: daysBefore(today, 41 - at),
  }));
  return { days, today };
}

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(7, minmax(0, 1fr));
  gap: ${space(1)};
  max-inline-size: 20rem;
`;

const Head = styled.span`
  padding-block-end: ${space(1)};
  color: ${color.textMuted};
  font-size: ${type.caption};
  text-align: center;
`;

const Cell = styled.button`
  display: grid;
  place-items: center;
  justify-self: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  padding: 0;
  border: 1.5px solid transparent;
  border-radius: ${radius.round};
  background: transparent;
  color: ${color.textMuted};
  font: inherit;
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  cursor: default;
  &[data-state='read'] { background: ${color.progress}; color: ${color.surface}; font-weight: 600; }
  &[data-state='rest'] { border: 1.5px dashed ${color.progress}; color: ${color.text}; }
  &[data-today='true']:not([data-state='read']) { border-color: ${color.lineStrong}; color: ${color.text}; font-weight: 600; }
  &:focus-visible { outline: 2px solid ${color.focus}; outline-offset: 1px; }
`;

const Reason = styled.p`
  display: grid;
  gap: ${space(0.5)};
  align-content: start;
  min-block-size: 4.25rem;
  margin-block-start: ${space(3)};
  font-size: ${type.small};
  & > span { color: ${color.textMuted}; text-wrap: pretty; }
`;
