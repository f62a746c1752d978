import { levelOf, levelThresholds, tierOf } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { color } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useGamificationRead } from '../client/useGamification.ts';

/** The ten levels with the points they need and their tier. */
export function LevelRules() {
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
