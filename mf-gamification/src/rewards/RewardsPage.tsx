import { useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useFreshGamification, useGamificationClient } from '../client/useGamification.ts';
import { useSettings } from '../client/useSettings.ts';
import { AchievementShelf } from './AchievementShelf.tsx';
import { Celebration } from './Celebration.tsx';
import { FirstVisit } from './FirstVisit.tsx';
import { Goals } from './Goals.tsx';
import { History } from './History.tsx';
import { LevelRules } from './LevelRules.tsx';
import { PointsRules } from './PointsRules.tsx';
import { Preferences } from './Preferences.tsx';
import { StreakCard } from './StreakCard.tsx';
import { Summary } from './Summary.tsx';
import { WeekCard } from './WeekCard.tsx';

const oneColumn = '(max-width: 68.75em)';

/** Points, badges, goals and the rules by which they are counted. */
export function RewardsPage() {
  const t = useTranslate();
  const { auth } = useHost();
  useSetTitle(t('Rewards'));
  useFreshGamification();
  const client = useGamificationClient();
  const offline = useReadable(client.offline);
  const user = useReadable(auth.user);
  const { settings } = useSettings();
  const { points, achievements, goals, streak, weeklySummary } = settings;
  const nothing = !(points || achievements || goals || streak || weeklySummary);
  return (
    <Page>
      <PageHeader
        title={t('Rewards')}
        lead={t('A shelf that fills as you read.')}
        actions={<Preferences />}
      />
      {offline ? (
        <Banner
          tone="info"
          message={
            user === null
              ? t('User not authenticated')
              : t(
                  'Showing the last known state. What you do now is counted when Lectern can be reached again.',
                )
          }
        />
      ) : null}
      {settings.points ? <Summary /> : null}
      {nothing ? <Quiet>{t('You have turned everything off. Reading is enough.')}</Quiet> : null}
      <Columns>
        <MainColumn>
          {settings.achievements && settings.celebrations ? (
            <Place $order={0}>
              <Celebration />
            </Place>
          ) : null}
          {settings.achievements ? (
            <Place $order={4}>
              <AchievementShelf />
            </Place>
          ) : null}
          {settings.points ? (
            <Place $order={6}>
              <Rules>
                <summary>
                  <h2>{t('How points and levels work')}</h2>
                </summary>
                <PointsRules />
                <LevelRules />
              </Rules>
            </Place>
          ) : null}
        </MainColumn>
        <Side>
          {settings.streak ? (
            <Place $order={1}>
              <StreakCard />
            </Place>
          ) : null}
          {settings.goals ? (
            <Place $order={2}>
              <Goals />
            </Place>
          ) : null}
          {settings.weeklySummary ? (
            <Place $order={3}>
              <WeekCard points={settings.points} />
            </Place>
          ) : null}
          {settings.points ? (
            <Place $order={5}>
              <Card title={t('What you earned')}>
                <History />
              </Card>
            </Place>
          ) : null}
        </Side>
      </Columns>
      <FirstVisit />
    </Page>
  );
}

const Rules = styled.details`
  display: grid;
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
  & > summary { padding-block: ${space(1)}; cursor: pointer; }
  & > summary > h2 { display: inline; font-size: ${type.large}; font-weight: 500; }
  & > :not(summary) { margin-block-start: ${space(4)}; }
`;

const Quiet = styled.p`
  margin-block-start: ${space(6)};
  font-family: ${font.reading};
  font-size: ${type.large};
`;

const Page = styled.div`
  max-inline-size: 80rem;
  margin-inline: auto;
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(18rem, 22rem);
  gap: ${space(12)};
  margin-block-start: ${space(10)};
  @media ${oneColumn} { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: ${space(10)} ${space(8)}; }
  @media ${media.narrow} { grid-template-columns: minmax(0, 1fr); margin-block-start: ${space(8)}; }
`;

const MainColumn = styled.div`
  display: grid;
  align-content: start;
  gap: ${space(10)};
  min-inline-size: 0;
  /* In one column, today's cards come first. */
  @media ${oneColumn} { display: contents; }
`;

const Side = styled(MainColumn)``;

const Place = styled.div<{ $order: number }>`
  min-inline-size: 0;
  @media ${oneColumn} {
    order: ${({ $order }) => $order};
    grid-column: ${({ $order }) => ($order === 1 || $order === 2 ? 'auto' : '1 / -1')};
  }
  &:empty { display: none; }
  @media ${media.narrow} { grid-column: auto; }
`;
