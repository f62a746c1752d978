import { useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useFreshGamification, useGamificationClient } from '../client/useGamification.ts';
import { AchievementShelf } from './AchievementShelf.tsx';
import { Goals } from './Goals.tsx';
import { History } from './History.tsx';
import { LevelRules } from './LevelRules.tsx';
import { PointsRules } from './PointsRules.tsx';
import { Standing } from './Standing.tsx';
import { StreakCard } from './StreakCard.tsx';

/** What reading has earned so far, what comes next, and the rules by which it is counted. */
export function RewardsPage() {
  const t = useTranslate();
  const { auth } = useHost();
  useSetTitle(t('Rewards'));
  useFreshGamification();
  const client = useGamificationClient();
  const offline = useReadable(client.offline);
  const user = useReadable(auth.user);
  return (
    <Page>
      <PageHeader
        title={t('Rewards')}
        lead={t('A shelf that fills as you read. Everything here is counted from what you really did.')}
      />
      {offline ? (
        <Banner
          tone="info"
          message={
            user === null
              ? t('User not authenticated')
              : t('Shown as last known. What you do now is counted when Lectern can be reached again.')
          }
        />
      ) : null}
      <Standing />
      <Columns>
        <div>
          <AchievementShelf />
          <Card title={t('How points are earned')}>
            <PointsRules />
          </Card>
        </div>
        <aside>
          <StreakCard />
          <Goals />
          <Card title={t('Levels')}>
            <LevelRules />
          </Card>
          <Card title={t('What you earned')}>
            <History />
          </Card>
        </aside>
      </Columns>
    </Page>
  );
}

const Page = styled.div`
  max-inline-size: 80rem;
  margin-inline: auto;
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(18rem, 23rem);
  gap: ${space(12)};
  margin-block-start: ${space(10)};
  & > * { display: grid; align-content: start; gap: ${space(10)}; min-inline-size: 0; }
  @media (max-width: 1100px) { grid-template-columns: minmax(0, 1fr); gap: ${space(10)}; }
  @media ${media.narrow} { margin-block-start: ${space(8)}; }
`;
