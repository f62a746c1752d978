import type { StreakDay } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { dayOf, daysBefore, mondayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { type CalendarDay, DayCalendar } from '@lectern/shared-ui/calendar/DayCalendar.tsx';

interface StreakCalendarProps {
  /** From the server; null while loading, when the days are shown empty so that nothing shifts. */
  calendar: { days: readonly StreakDay[]; today: string } | null;
}

const levels = { none: 0, rest: 'rest', read: 4 } as const;

/** Six weeks of days; the one that is pointed at says why it counted. */
export function StreakCalendar({ calendar }: StreakCalendarProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const days: CalendarDay[] = calendar
    ? calendar.days.map((day) => ({
        day: day.day,
        level: levels[day.state],
        words: dayReason(t, day, calendar.today),
      }))
    : emptyDays();
  const first = days.findIndex(({ day }) => mondayOf(day) === day);
  return (
    <div aria-busy={calendar === null}>
      <DayCalendar
        label={t('The last weeks, day by day')}
        days={days.slice(Math.max(0, first))}
        language={language}
        weeks="rows"
      />
    </div>
  );
}

/** The last days up to today by the local clock. */
function emptyDays(): CalendarDay[] {
  const today = dayOf(new Date());
  return Array.from({ length: 42 }, (_, at) => ({ day: daysBefore(today, 41 - at), level: 0, words: '' }));
}

/** Why a day counted or did not, as a neutral sentence. */
function dayReason(t: Translate, day: StreakDay, today: string): string {
  if (day.state === 'rest') return t('Your rest day of that week. The streak went on.');
  if (day.state === 'none') return day.day === today ? t('Nothing read yet today.') : t('No reading.');
  const [book] = day.books;
  const values = { count: day.minutes, title: book ?? '' };
  const read =
    book === undefined
      ? t('{{count}} minutes', values)
      : day.books.length === 1
        ? t('{{count}} minutes with {{title}}', values)
        : t('{{count}} minutes with {{title}} and more', values);
  const by = day.byHand === day.sessions ? t('added by hand') : null;
  return by === null
    ? t('Counted: {{what}}.', { what: read })
    : t('Counted: {{what}}, {{how}}.', { what: read, how: by });
}
