import { type QueuedAction, useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { actionName } from './actionName.ts';
import { rescueOf, wordsOf } from './rescue.ts';

/** Changes that were tried as often as is sensible, or that the server refused. They stay until the reader decides. */
export function FailedChanges({ actions }: { actions: readonly QueuedAction[] }) {
  if (actions.length === 0) return null;
  return (
    <List role="list">
      {actions.map((action) => (
        <FailedChange key={action.id} action={action} />
      ))}
    </List>
  );
}

function FailedChange({ action }: { action: QueuedAction }) {
  const t = useTranslate();
  const { sync } = useHost();
  const words = wordsOf(action);
  const rescued = rescueOf(action, crypto.randomUUID(), new Date().toISOString());
  const keep = async (note: NonNullable<typeof rescued>) => {
    await sync.enqueue('CREATE_NOTE', note);
    await sync.drop(action.id);
  };
  return (
    <li>
      <strong>{t('{{what}} could not be saved', { what: actionName(action.type, t) })}</strong>
      {words?.quote ? <Quote dir="auto">{words.quote}</Quote> : null}
      {words?.text ? <Words dir="auto">{words.text}</Words> : null}
      {action.lastError ? <p>{action.lastError}</p> : null}
      <div>
        <Button size="small" onClick={() => void sync.retry(action.id)}>
          {t('Try again')}
        </Button>
        {rescued ? (
          <Button size="small" onClick={() => void keep(rescued)}>
            {t('Keep as a note')}
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => void sync.drop(action.id)}>
          {t('Drop this change')}
        </Button>
      </div>
    </li>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin-block: ${space(3)};
  padding: 0;
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

const Words = styled.p`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Quote = styled(Words)`
  font-family: ${font.reading};
`;
