import { levelOf } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ProgressRing } from '@lectern/shared-ui/ProgressRing.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { gamificationClient } from '../data/gamificationClient.ts';
import { useGamificationRead, useSettings } from '../data/useGamification.ts';
import { streakLabel } from '../streak/useReadingToday.ts';

/** In the header of every page: level, points and streak, with a link to the rewards. Each can be turned off. */
export function SummaryWidget() {
  const host = useHost();
  const t = useTranslate();
  const { settings } = useSettings();
  const stats = useGamificationRead('GET /api/gamification/stats');
  useEffect(
    () => host.events.on('readingSessionCompleted', () => gamificationClient(host).refresh()),
    [host],
  );
  const streak = settings.streak && stats && stats.readingStreak > 0;
  if (stats === null || !settings.header || !(settings.points || streak)) return null;
  const { level, progress } = levelOf(stats.totalPoints);
  return (
    <Place>
      <host.navigation.Link to="/gamification">
        <VisuallyHidden>{t('Your rewards')}</VisuallyHidden>
        <Line>
          {settings.points ? (
            <ProgressRing
              label={t('Level')}
              value={progress * 100}
              valueText={String(level)}
              size={30}
              stroke={3}
            >
              <Level>{level}</Level>
            </ProgressRing>
          ) : null}
          <Words>
            {settings.points ? <b>{t('{{count}} points', { count: stats.totalPoints })}</b> : null}
            {streak ? (
              <span>{streakLabel(t, stats.readingStreak, settings.streakKind === 'weekly')}</span>
            ) : null}
          </Words>
        </Line>
      </host.navigation.Link>
    </Place>
  );
}

const Place = styled.div`
  & > a { color: inherit; text-decoration: none; }
`;

const Line = styled.span`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: 2.75rem;
  padding: 0 ${space(2)};
  border-radius: ${radius.control};
  color: ${color.textMuted};
  &:hover { background: ${color.surfaceHover}; color: ${color.text}; }
`;

const Level = styled.span`
  color: ${color.text};
  font-family: ${font.reading};
  font-size: ${type.caption};
  font-variant-numeric: lining-nums;
  line-height: 1;
`;

/** Two short lines beside the ring; for screen readers only where there is less space. */
const Words = styled.span`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  font-size: ${type.caption};
  font-variant-numeric: tabular-nums;
  line-height: 1.25;
  white-space: nowrap;
  & > b { display: block; color: ${color.text}; font-weight: 500; }
  & > span { display: block; }
  @media ${media.wide} { position: static; inline-size: auto; block-size: auto; overflow: visible; clip-path: none; }
`;
