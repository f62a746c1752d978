import { type QueuedAction, useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

const names: Readonly<Record<string, string>> = {
  UPDATE_PROGRESS: 'Your place in a book',
  CREATE_NOTE: 'A new note',
  UPDATE_NOTE: 'A changed note',
  DELETE_NOTE: 'A deleted note',
  CREATE_HIGHLIGHT: 'A new highlight',
  DELETE_HIGHLIGHT: 'A removed highlight',
  UPDATE_BOOKMARK: 'A bookmark',
};

/** Changes that were tried as often as is sensible. They stay until the reader decides. */
export function FailedChanges({ actions }: { actions: readonly QueuedAction[] }) {
  const t = useTranslate();
  const { sync } = useHost();
  if (actions.length === 0) return null;
  return (
    <List role="list">
      {actions.map((action) => (
        <li key={action.id}>
          <strong>{t('{{what}} could not be saved', { what: t(names[action.type] ?? 'A change') })}</strong>
          {action.lastError ? <p>{action.lastError}</p> : null}
          <div>
            <Button size="small" onClick={() => void sync.retry(action.id)}>
              {t('Try again')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => void sync.drop(action.id)}>
              {t('Drop this change')}
            </Button>
          </div>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin-block: ${space(3)};
  & > li {
    display: grid;
    gap: ${space(2)};
    padding: ${space(3)};
    border-radius: ${radius.control};
    background: ${color.dangerSoft};
    font-size: ${type.small};
  }
  & > li > div { display: flex; flex-wrap: wrap; gap: ${space(2)}; }
`;
