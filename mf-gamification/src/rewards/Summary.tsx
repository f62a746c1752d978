import { levelOf, tiers } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ProgressRing } from '@lectern/shared-ui/ProgressRing.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { styled } from 'styled-components';
import { useGamificationRead } from '../data/useGamification.ts';

/** Points, level and tier, and progress to the next level. */
export function Summary() {
  const t = useTranslate();
  const narrow = useMediaQuery(media.narrow);
  const size = narrow ? 112 : 164;
  const stats = useGamificationRead('GET /api/gamification/stats');
  if (stats === null) {
    return (
      <Row aria-busy="true">
        <Skeleton shape="circle" width={`${size}px`} />
        <Words>
          <Tier>
            <Skeleton shape="title" width="min(16rem, 100%)" height="1lh" />
          </Tier>
          <p>
            <Skeleton shape="line" width="min(12rem, 100%)" height="1lh" />
          </p>
        </Words>
        <Tiers points={0} />
      </Row>
    );
  }
  const points = stats.totalPoints;
  const { level, tier, next, missing, progress } = levelOf(points);
  return (
    <Row aria-label={t('Your level and streak')}>
      <ProgressRing
        label={t('Progress to the next level')}
        value={Math.round(progress * 100)}
        valueText={
          next === null
            ? t('The last level is reached')
            : t('{{count}} points to level {{level}}', { count: missing, level: level + 1 })
        }
        size={size}
        stroke={narrow ? 7 : 9}
      >
        <small>{t('Level')}</small>
        <Level>{level}</Level>
      </ProgressRing>
      <Words>
        <Tier>{t(tier.name)}</Tier>
        <p>
          <b>{t('{{count}} points', { count: points })}</b>
          {next === null
            ? t('There is no level above yours.')
            : t('{{count}} points to level {{level}}', { count: missing, level: level + 1 })}
        </p>
      </Words>
      <Tiers points={points} current={tier.name} />
    </Row>
  );
}

/** The four tiers with the current one marked. */
function Tiers({ points, current }: { points: number; current?: string }) {
  const t = useTranslate();
  const number = new Intl.NumberFormat(useReadable(useHost().i18n.language));
  return (
    <Ladder aria-label={t('Tiers')}>
      {tiers.map(({ name, from }) => (
        <li key={name} aria-current={name === current ? 'step' : undefined} data-passed={points >= from}>
          <span>{t(name)}</span>
          <small>{number.format(from)}</small>
        </li>
      ))}
    </Ladder>
  );
}

const Row = styled.section`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  grid-template-areas: 'ring words' 'ring ladder';
  align-items: end;
  gap: ${space(6)} ${space(10)};
  & > :first-child { grid-area: ring; align-self: center; }
  @media ${media.narrow} {
    grid-template-areas: 'ring words' 'ladder ladder';
    align-items: center;
    gap: ${space(6)} ${space(5)};
  }
  /* With large text on a phone. */
  @media (max-width: 18em) {
    grid-template: 'ring' 'words' 'ladder' / minmax(0, 1fr);
    & > ol { grid-template-columns: 1fr 1fr; row-gap: ${space(4)}; }
  }
`;

const Level = styled.span`
  font-family: ${font.reading};
  font-size: 3.25rem;
  line-height: 1;
  @media ${media.narrow} { font-size: 2.25rem; }
`;

const Words = styled.div`
  grid-area: words;
  min-inline-size: 0;
  & > p { display: flex; flex-wrap: wrap; gap: ${space(1)} ${space(4)}; color: ${color.textMuted}; }
  & b { color: ${color.text}; font-weight: 600; }
`;

const Tier = styled.h2`
  margin-block-end: ${space(2)};
  font-size: ${type.display};
  font-weight: 450;
`;

const Ladder = styled.ol.attrs({ role: 'list' })`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  grid-area: ladder;
  max-inline-size: 40rem;
  & > li { position: relative; padding-block-start: ${space(3)}; padding-inline-end: ${space(3)}; border-block-start: 2px solid ${color.line}; color: ${color.textMuted}; font-size: ${type.small}; }
  & > li[data-passed='true'] { border-color: ${color.progress}; }
  & > li[aria-current] { color: ${color.text}; font-weight: 600; }
  & span, & small { display: block; }
  & span { overflow-wrap: anywhere; hyphens: auto; }
  & small { font-weight: 400; color: ${color.textMuted}; font-variant-numeric: tabular-nums; }
`;
