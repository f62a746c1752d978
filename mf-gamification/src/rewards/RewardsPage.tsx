import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { levelOf, levelThresholds, tierOf } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import {
  type CreditUnit,
  minSecondsPerPage,
  paidActions,
  ruleOf,
} from '@lectern/shared-contracts/domain/gamification/points.ts';
import { useHost, useReadable, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import {
  useFreshGamification,
  useGamificationClient,
  useGamificationRead,
  useSettings,
} from '../data/useGamification.ts';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';
import { AchievementShelf, Celebration } from './AchievementShelf.tsx';
import { Goals } from './Goals.tsx';
import { History } from './History.tsx';
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
          <Part shown={settings.achievements && settings.celebrations} order={0}>
            <Celebration />
          </Part>
          <Part shown={settings.achievements} order={4}>
            <AchievementShelf />
          </Part>
          <Part shown={settings.points} order={6}>
            <Rules>
              <summary>
                <h2>{t('How points and levels work')}</h2>
              </summary>
              <PointsRules />
              <LevelRules />
            </Rules>
          </Part>
        </MainColumn>
        <Side>
          <Part shown={settings.streak} order={1}>
            <StreakCard />
          </Part>
          <Part shown={settings.goals} order={2}>
            <Goals />
          </Part>
          <Part shown={settings.weeklySummary} order={3}>
            <WeekCard points={settings.points} />
          </Part>
          <Part shown={settings.points} order={5}>
            <Card title={t('What you earned')}>
              <History />
            </Card>
          </Part>
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

interface PartProps {
  shown: boolean;
  /** Among the others, where there is one column. */
  order: number;
  children: ReactNode;
}

const Part = ({ shown, order, children }: PartProps) =>
  shown ? <Place $order={order}>{children}</Place> : null;

const Place = styled.div<{ $order: number }>`
  min-inline-size: 0;
  @media ${oneColumn} {
    order: ${({ $order }) => $order};
    grid-column: ${({ $order }) => ($order === 1 || $order === 2 ? 'auto' : '1 / -1')};
  }
  &:empty { display: none; }
  @media ${media.narrow} { grid-column: auto; }
`;

/** Opens the introduction at the first visit, once per account. Later it is in the menu. */
function FirstVisit() {
  const { settings, status, change } = useSettings();
  const [open, setOpen] = useState(false);
  const isFirst = status === 'ready' && !settings.introduced;
  useEffect(() => {
    if (!isFirst) return;
    setOpen(true);
    // When it opens, not when it is closed: a reader who leaves the page has seen it.
    change({ introduced: true });
  }, [isFirst]);
  return <OnboardingModal input={{ open, close: () => setOpen(false) }} />;
}

/** The ten levels with the points they need and their tier. */
function LevelRules() {
  const t = useTranslate();
  const number = new Intl.NumberFormat(useReadable(useHost().i18n.language));
  const stats = useGamificationRead('GET /api/gamification/stats');
  const mine = stats === null ? null : levelOf(stats.totalPoints).level;
  return (
    <ListTable caption={t('Levels')}>
      <thead>
        <tr>
          <th scope="col">{t('Level')}</th>
          <th scope="col">{t('Tier')}</th>
          <th scope="col" data-align="end">
            {t('Points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {levelThresholds.map((points, index) => (
          <Row key={points} aria-current={mine === index + 1 ? 'true' : undefined}>
            <th scope="row">{index + 1}</th>
            {tierOf(points) === tierOf(levelThresholds[index - 1] ?? -1) && index > 0 ? null : (
              <td rowSpan={levelThresholds.filter((other) => tierOf(other) === tierOf(points)).length}>
                {t(tierOf(points).name)}
              </td>
            )}
            <td data-align="end">{number.format(points)}</td>
          </Row>
        ))}
      </tbody>
    </ListTable>
  );
}

const Row = styled.tr`
  &[aria-current] > :not([rowspan]) { background: ${color.progressSoft}; font-weight: 600; }
  & > [rowspan] { vertical-align: top; }
`;

/** Points by action, from the table that the server uses. */
function PointsRules() {
  const t = useTranslate();
  return (
    <>
      <ListTable caption={t('How points are earned')}>
        <thead>
          <tr>
            <th scope="col">{t('What you do')}</th>
            <th scope="col">{t('How often it counts')}</th>
            <th scope="col" data-align="end">
              {t('Points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {paidActions
            .filter((action) => ruleOf(action).available)
            .map((action) => (
              <tr key={action}>
                <th scope="row">{t(ruleOf(action).label)}</th>
                <td>{howOften(t, action)}</td>
                <td data-align="end">{ruleOf(action).points}</td>
              </tr>
            ))}
        </tbody>
      </ListTable>
      <Note>
        {t(
          'Nothing is counted twice, and deleting something doesn’t take points away. A corrected session counts as corrected.',
        )}{' '}
        {t(
          'A page counts the first time you turn past it. Pages that you jump over don’t count, nor do pages turned faster than one every {{seconds}} seconds.',
          { seconds: minSecondsPerPage },
        )}
      </Note>
    </>
  );
}

function howOften(t: Translate, action: (typeof paidActions)[number]): string {
  const { per, perDay } = ruleOf(action);
  const words: Record<CreditUnit, string> = {
    event: t('each time'),
    page: t('each page'),
    book: t('once a book'),
    day: t('once a day'),
  };
  return perDay === null
    ? words[per]
    : t('{{unit}}, up to {{limit}} a day', { unit: words[per], limit: perDay });
}

const Note = styled.p`
  margin-block-start: ${space(4)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;
