import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { AchievementBadge } from '../badges/AchievementBadge.tsx';
import { newAchievementsPreference } from '../data/announceUnlocked.ts';
import { useGamificationRead } from '../data/useGamification.ts';

/** Number of badges shown that are not earned yet. */
const next = 4;

/** Earned badges, and the nearest to being earned; the rest of the fifteen on request. */
export function AchievementShelf() {
  const t = useTranslate();
  const read = useGamificationRead('GET /api/gamification/achievements');
  const earned = read?.items.filter(({ unlockedAt }) => unlockedAt !== null).length ?? 0;
  const [all, setAll] = useState(false);
  const shown = shelfOrder(read?.items ?? []);
  return (
    <Card
      title={t('Achievements')}
      actions={read ? <Tally>{t('{{earned}} of {{all}}', { earned, all: read.items.length })}</Tally> : null}
    >
      <Shelf>
        {read === null
          ? slots.map((slot) => (
              <li key={slot}>
                <Skeleton shape="block" width="8rem" height="10.5rem" />
                <Skeleton shape="line" width="7rem" />
              </li>
            ))
          : shown
              .slice(0, all ? undefined : earned + next)
              .map((achievement) => <BadgeButton key={achievement.id} achievement={achievement} />)}
      </Shelf>
      {!all && shown.length > earned + next ? (
        <Button variant="quiet" size="small" flush="start" onClick={() => setAll(true)}>
          {t('Show all {{number}}', { number: shown.length })}
        </Button>
      ) : null}
      <Rule>{t('Achievements count sessions of at least a minute, from the day you joined.')}</Rule>
    </Card>
  );
}

const Rule = styled.p`
  margin-block-start: ${space(4)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const slots = ['one', 'two', 'three', 'four', 'five'];

function BadgeButton({ achievement }: { achievement: Achievement }) {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const { title, description, points, icon, unlockedAt, progress, target } = achievement;
  const worth = new Intl.NumberFormat(language).format(points);
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <li data-earned={unlockedAt !== null}>
      <AchievementBadge icon={icon} title={t(title)} earned={unlockedAt !== null} />
      <VisuallyHidden as="h3">{t(title)}</VisuallyHidden>
      <p>{t(description)}</p>
      {unlockedAt === null ? (
        <Way>
          {target > 1 ? (
            <ProgressBar
              label={t('Progress towards {{title}}', { title: t(title) })}
              value={progress}
              max={target}
              valueText={t('{{count}} of {{target}}', { count: Math.floor(progress), target })}
              thickness="hairline"
            />
          ) : null}
          <small>
            {target > 1 ? (
              <span>{t('{{count}} of {{target}}', { count: Math.floor(progress), target })}</span>
            ) : null}
            <span dir="ltr">+{worth}</span>
          </small>
        </Way>
      ) : (
        <small>{t('{{day}}, +{{points}}', { day: day.format(new Date(unlockedAt)), points: worth })}</small>
      )}
    </li>
  );
}

const Tally = styled.span`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

const Shelf = styled.ul.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8.25rem, 1fr));
  gap: ${space(8)} ${space(5)};

  & > li { display: grid; align-content: start; justify-items: start; gap: ${space(1)}; min-inline-size: 0; }
  & > li > svg { margin-block-end: ${space(3)}; }
  & p { font-size: ${type.small}; line-height: 1.35; }
  & small { color: ${color.textMuted}; font-variant-numeric: tabular-nums; }
  @media ${media.narrow} {
    grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr));
    gap: ${space(6)} ${space(4)};
  }
`;

const Way = styled.div`
  display: grid;
  gap: ${space(1.5)};
  inline-size: 100%;
  max-inline-size: 9rem;
  margin-block-start: ${space(1)};
  & > small { display: flex; justify-content: space-between; }
`;

/** Earned ones first, newest first; then by progress. A stable sort. */
function shelfOrder(achievements: readonly Achievement[]): Achievement[] {
  const nearness = ({ progress, target }: Achievement): number => (target > 0 ? progress / target : 0);
  return [...achievements].sort((a, b) => {
    if (a.unlockedAt !== null && b.unlockedAt !== null)
      return Date.parse(b.unlockedAt) - Date.parse(a.unlockedAt);
    if (a.unlockedAt !== null || b.unlockedAt !== null) return a.unlockedAt === null ? 1 : -1;
    return nearness(b) - nearness(a);
  });
}

/** Newly unlocked achievements, above the shelf until the user dismisses them. They cover nothing [L-08]. */
export function Celebration() {
  const t = useTranslate();
  const { preferences } = useHost();
  const waiting = useReadable(preferences.watch<readonly string[]>(newAchievementsPreference, []));
  const read = useGamificationRead('GET /api/gamification/achievements');
  const news = (read?.items ?? []).filter(
    ({ id, unlockedAt }) => unlockedAt !== null && waiting.includes(id),
  );
  if (news.length === 0) return null;
  return (
    <Stage aria-label={t('Achievement unlocked')} data-many={news.length > 1}>
      <Badges>
        {news.map(({ id, icon, title }, index) => (
          <li key={id} style={{ animationDelay: `${index * 140}ms` }}>
            <AchievementBadge icon={icon} title={t(title)} earned />
          </li>
        ))}
      </Badges>
      <div>
        <h2>{t('Achievement unlocked')}</h2>
        {news.map(({ id, title, description, points }) => (
          <p key={id}>
            <b>{t(title)}</b> <i>{t(description)}</i> <span dir="ltr">+{points}</span>
          </p>
        ))}
        <Button onClick={() => preferences.set(newAchievementsPreference, [])}>{t('Add to my shelf')}</Button>
      </div>
    </Stage>
  );
}

const press = keyframes`
  from { opacity: 0; transform: scale(1.35) rotate(-5deg); }
  60% { opacity: 1; transform: scale(0.97) rotate(0.5deg); }
  to { opacity: 1; transform: none; }
`;

const Stage = styled.section`
  display: flex;
  align-items: center;
  gap: ${space(4)} ${space(8)};
  padding: ${space(6)};
  border: 1px solid ${color.line};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  & h2 { margin-block-end: ${space(2)}; font-size: ${type.title}; font-weight: 450; }
  & p { margin-block-end: ${space(1)}; color: ${color.textMuted}; }
  & b { color: ${color.text}; font-family: ${font.reading}; font-weight: 500; }
  & i { font-style: normal; }
  & button { margin-block-start: ${space(3)}; }
  @media ${media.narrow} {
    column-gap: ${space(5)};
    padding: ${space(4)};
    & > div { flex: 1; }
    & h2 { font-size: ${type.large}; }
    /* Of several, only the names are shown; the list has the details. */
    &[data-many='true'] i { display: none; }
    &[data-many='true'] p { display: flex; justify-content: space-between; gap: ${space(2)}; font-size: ${type.small}; }
  }
`;

/** Many badges overlap. */
const Badges = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex: none;
  & > li {
    inline-size: 7.5rem;
    animation: ${press} 480ms cubic-bezier(0.2, 0.9, 0.3, 1.1) backwards;
  }
  & > li + li { margin-inline-start: -5rem; }
  @media ${media.narrow} { & > li { inline-size: 5rem; } & > li + li { margin-inline-start: -4.375rem; } }
  @media (prefers-reduced-motion: reduce) { & > li { animation: none; } }
`;
