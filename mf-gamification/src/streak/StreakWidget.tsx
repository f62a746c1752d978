import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ProgressRing } from '@lectern/shared-ui/ProgressRing.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useFreshGamification, useGamificationClient, useSettings } from '../data/useGamification.ts';
import { StreakDays } from './StreakDays.tsx';
import { streakLabel, useReadingToday } from './useReadingToday.ts';

/** For the dashboard: today's minutes as a ring, and the streak. */
export function StreakWidget() {
  const t = useTranslate();
  const { navigation } = useHost();
  useFreshGamification();
  const offline = useReadable(useGamificationClient().offline);
  const { known, minutes, goal, streak, weekly } = useReadingToday();
  const { settings } = useSettings();
  const remaining = Math.max(0, goal - minutes);
  if (!known)
    return (
      <Row aria-busy="true">
        <Skeleton shape="circle" width="112px" />
        <Words>
          <Skeleton shape="line" width="9rem" />
          <Skeleton shape="line" width="12rem" />
        </Words>
      </Row>
    );
  return (
    <Row>
      <ProgressRing
        label={t('Reading today')}
        value={minutes}
        max={settings.goals ? goal : Math.max(minutes, 1)}
        valueText={
          settings.goals
            ? t('{{minutes}} of {{count}} minutes', { minutes, count: goal })
            : t('{{count}} minutes today', { count: minutes })
        }
        size={112}
      >
        <Figure>{minutes}</Figure>
        <Unit>{settings.goals ? t('of {{goal}} min', { goal }) : t('min')}</Unit>
      </ProgressRing>
      <Words>
        {settings.streak ? <Streak>{streakLabel(t, streak, weekly)}</Streak> : null}
        {settings.goals ? (
          <p>
            {remaining === 0
              ? t('Today’s goal is reached.')
              : t('{{count}} minutes to today’s goal.', { count: remaining })}
          </p>
        ) : (
          <p>{t('{{count}} minutes today', { count: minutes })}</p>
        )}
        {settings.streak ? <StreakDays /> : null}
        <navigation.Link to="/gamification">
          {offline ? t('Rewards, as last known') : t('Your rewards')}
        </navigation.Link>
      </Words>
    </Row>
  );
}

const Row = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(4)} ${space(6)};
`;

const Figure = styled.span`
  font-family: ${font.reading};
  font-size: ${type.title};
  line-height: 1;
`;

const Unit = styled.small`
  margin-block-start: ${space(1)};
  color: ${color.textMuted};
`;

const Words = styled.div`
  display: grid;
  flex: 1 1 12rem;
  gap: ${space(1.5)};
  min-inline-size: 0;
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
  & > a { justify-self: start; padding-block: ${space(1)}; font-size: ${type.small}; }
`;

const Streak = styled.strong`
  font-family: ${font.reading};
  font-size: ${type.large};
  font-weight: 500;
`;
