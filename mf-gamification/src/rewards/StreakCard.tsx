import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { pointsRules } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useGamificationClient, useGamificationRead } from '../data/useGamification.ts';
import { useSettings } from '../data/useSettings.ts';
import { StreakCalendar } from '../streak/StreakCalendar.tsx';
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
