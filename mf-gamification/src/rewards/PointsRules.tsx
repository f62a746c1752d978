import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import {
  type CreditUnit,
  minSecondsPerPage,
  paidActions,
  ruleOf,
} from '@lectern/shared-contracts/domain/gamification/points.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Points by action, from the table that the server uses. */
export function PointsRules() {
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
