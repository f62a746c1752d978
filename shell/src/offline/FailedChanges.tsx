import { type QueuedAction, useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { runInBackground } from '@lectern/shared-contracts/runInBackground.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
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
      {action.lastError ? <Reason>{t(action.lastError)}</Reason> : null}
      {words?.quote ? <Quote dir="auto">{words.quote}</Quote> : null}
      {words?.text ? <Words dir="auto">{words.text}</Words> : null}
      <div>
        <Button size="small" onClick={() => runInBackground(sync.retry(action.id))}>
          {t('Try again')}
        </Button>
        {rescued ? (
          <Button size="small" onClick={() => runInBackground(keep(rescued))}>
            {t('Keep as a note')}
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => runInBackground(sync.drop(action.id))}>
          {t('Drop this change')}
        </Button>
      </div>
    </li>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(5)};
  margin-block: ${space(3)};
  padding: 0;
  & > li {
    display: grid;
    gap: ${space(2)};
    padding-inline-start: ${space(4)};
    border-inline-start: 3px solid ${color.danger};
    font-size: ${type.small};
  }
  & > li > div { display: flex; flex-wrap: wrap; gap: ${space(2)}; padding-block-start: ${space(1)}; }
`;

const Reason = styled.p`
  margin-block-start: calc(-1 * ${space(1)});
  color: ${color.textMuted};
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
  font-size: ${type.body};
`;
