import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { keyframes, styled } from 'styled-components';
import { AchievementBadge } from '../badges/AchievementBadge.tsx';
import { newAchievementsPreference } from '../data/announceUnlocked.ts';
import { useGamificationRead } from '../data/useGamification.ts';

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
