import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { columnFacts, listColumns } from './shelf/listColumns.ts';
import { useLibraryPreferences } from './useLibraryPreferences.ts';

/** How the books are shown: series as one, and rows and columns of the list. */
export function ViewPanel() {
  const t = useTranslate();
  const { view, grouped, setGrouped, dense, setDense, columns, setColumns } = useLibraryPreferences();
  return (
    <Stack gap={3}>
      <Checkbox label={t('Group by series')} checked={grouped} onChange={setGrouped} />
      {view === 'list' ? (
        <>
          <Checkbox label={t('Compact rows')} checked={dense} onChange={setDense} />
          <Columns>
            <legend>{t('Columns')}</legend>
            {listColumns.map((column) => (
              <Checkbox
                key={column}
                label={t(columnFacts[column].label)}
                checked={columns.includes(column)}
                onChange={(on) =>
                  setColumns(listColumns.filter((c) => (c === column ? on : columns.includes(c))))
                }
              />
            ))}
            <small>{t('As many are shown as fit.')}</small>
          </Columns>
        </>
      ) : null}
    </Stack>
  );
}

const Columns = styled.fieldset`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(3)};
  padding: 0;
  border: 0;
  & > small { grid-column: 1 / -1; color: ${color.textMuted}; }
  & > legend { padding-block: ${space(2)}; color: ${color.textMuted}; font-size: ${type.caption}; }
`;
