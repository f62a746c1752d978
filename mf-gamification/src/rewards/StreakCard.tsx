import type { StreakDay } from '@lectern/shared-contracts/api/gamification.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { pointsRules } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { dayOf, daysBefore, mondayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { type CalendarDay, DayCalendar } from '@lectern/shared-ui/calendar/DayCalendar.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useGamificationClient, useGamificationRead, useSettings } from '../data/useGamification.ts';
import { StreakDays } from '../streak/StreakDays.tsx';
import { useReadingToday } from '../streak/useReadingToday.ts';

/** The streak and the daily check-in. */
export function StreakCard() {
  const t = useTranslate();
  const { streak, minutes, goal } = useReadingToday();
  const { settings } = useSettings();
  const calendar = useGamificationRead('GET /api/gamification/streak');
  const offline = useReadable(useGamificationClient().offline);
  const weekly = settings.streakKind === 'weekly';
  return (
    <Card title={t('Your streak')}>
      <Column>
        <p>
          <Figure>{streak}</Figure>{' '}
          {weekly
            ? t('{{count}} weeks in a row', { count: streak })
            : t('{{count}} days in a row, today or yesterday included', { count: streak })}
        </p>
        {calendar || !offline ? <StreakCalendar calendar={calendar} /> : <StreakDays />}
        {settings.restDay && !weekly && calendar ? (
          <Muted>
            {calendar.restSpent
              ? t('This week’s rest day is used.')
              : t('You still have this week’s rest day.')}
          </Muted>
        ) : null}
        <Muted>{t('Today: {{minutes}} of {{count}} minutes', { minutes, count: goal })}</Muted>
        <CheckIn />
      </Column>
    </Card>
  );
}

function CheckIn() {
  const t = useTranslate();
  const { notify } = useHost();
  const client = useGamificationClient();
  const history = useGamificationRead('GET /api/gamification/history');
  const [sent, setSent] = useState<'no' | 'sending' | 'done'>('no');
  const today = dayOf(new Date());
  const paid = history?.items.some(
    ({ action, created_at }) => action === 'daily_checkin' && dayOf(new Date(created_at)) === today,
  );
  if (paid || sent === 'done') {
    return (
      <Done>
        <Check aria-hidden /> {t('Checked in for today')}
      </Done>
    );
  }
  const checkIn = async () => {
    setSent('sending');
    const result = await client.act('daily_checkin');
    setSent('done');
    if (!result.success)
      notify.show({
        tone: 'info',
        message: t('Your check-in is saved and will count as soon as Lectern can be reached.'),
      });
  };
  return (
    <div>
      <Button busy={sent === 'sending'} onClick={() => runInBackground(checkIn())}>
        {t('Check in, +{{points}}', { points: pointsRules.daily_checkin.points })}
      </Button>
    </div>
  );
}

const Column = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const Figure = styled.span`
  margin-inline-end: ${space(1)};
  font-family: ${font.reading};
  font-size: ${type.title};
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
`;

const Done = styled.p`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: 2.5rem;
  color: ${color.progress};
  font-weight: 500;
  & > svg { inline-size: 1.125rem; block-size: 1.125rem; }
`;

interface StreakCalendarProps {
  /** From the server; null while loading, when the days are shown empty so that nothing shifts. */
  calendar: { days: readonly StreakDay[]; today: string } | null;
}

const levels = { none: 0, rest: 'rest', read: 4 } as const;

/** Six weeks of days; the one that is pointed at says why it counted. */
function StreakCalendar({ calendar }: StreakCalendarProps) {
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
