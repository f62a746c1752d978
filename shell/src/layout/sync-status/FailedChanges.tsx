import { failureTitle } from '@lectern/client/offline/status/actionName.ts';
import {
  noteOfRefused,
  plainText,
  type RecoveredText,
  recoverText,
} from '@lectern/client/offline/status/recoverText.ts';
import type { FailedAction, QueuedAction } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { everyBook } from '../../routes/dashboardPage.ts';

/** Changes that the server refused. They stay until the reader retries or drops them. */
export function FailedChanges({ actions }: { actions: readonly FailedAction[] }) {
  const t = useTranslate();
  const { sync } = useHost();
  const [first, ...others] = actions.map(({ id }) => id);
  if (first === undefined) return null;
  return (
    <>
      {others.length > 0 ? (
        <div>
          <Button size="small" onClick={() => runInBackground(sync.retry(first, others))}>
            {t('Try all again')}
          </Button>
        </div>
      ) : null}
      <List role="list">
        {actions.map((action) => (
          <FailedChange key={action.id} action={action} />
        ))}
      </List>
    </>
  );
}

function FailedChange({ action }: { action: FailedAction }) {
  const t = useTranslate();
  const { sync, i18n } = useHost();
  const words = recoverText(action, { t, language: useReadable(i18n.language) });
  const behind = action.waitingBehind;
  return (
    <li>
      <strong>{failureTitle(action.type, t)}</strong>
      {action.lastError ? <Reason>{t(action.lastError)}</Reason> : null}
      {behind > 0 ? (
        <Reason>
          {t('{{count}} later change(s) to the same thing wait for this one', { count: behind })}
        </Reason>
      ) : null}
      {words?.title ? <Words dir="auto">{words.title}</Words> : null}
      {words?.quote ? <Quote dir="auto">{words.quote}</Quote> : null}
      {words?.text ? <Words dir="auto">{words.text}</Words> : null}
      <div>
        <Button size="small" onClick={() => runInBackground(sync.retry(action.id))}>
          {t('Try again')}
        </Button>
        {words && action.refused ? <KeepAsNote action={action} words={words} /> : null}
        {words ? <CopyWords words={words} /> : null}
        <Button size="small" variant="quiet" onClick={() => runInBackground(sync.drop(action.id))}>
          {t('Discard this change')}
        </Button>
      </div>
    </li>
  );
}

function KeepAsNote({ action, words }: { action: QueuedAction; words: RecoveredText }) {
  const t = useTranslate();
  const { sync } = useHost();
  const books = useData('GET /books', everyBook, { allPages: true });
  // Until the library is known, assume that the book exists: a note must not lose its book.
  const hasBook = (bookId: string) =>
    books.status !== 'ready' || books.value.items.some(({ id }) => id === bookId);
  const note = noteOfRefused(action, words, new Date().toISOString(), hasBook);
  if (note === null) return null;
  // Replaces the change in one step: a second press has no effect.
  const keep = () =>
    sync.enqueue('CREATE_NOTE', { id: crypto.randomUUID(), ...note }, { insteadOf: action.id });
  return (
    <Button size="small" onClick={() => runInBackground(keep())}>
      {t('Keep as a note')}
    </Button>
  );
}

function CopyWords({ words }: { words: RecoveredText }) {
  const t = useTranslate();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // The clipboard is missing on plain HTTP and may be refused; the text can still be selected.
    navigator.clipboard?.writeText(plainText(words)).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Button size="small" onClick={copy}>
      {copied ? t('Copied') : t('Copy the text')}
    </Button>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(5)};
  margin-block: ${space(3)};
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
  max-height: 16rem;
  overflow-y: auto;
  white-space: pre-line;
  user-select: text;
  overflow-wrap: anywhere;
`;

const Quote = styled(Words)`
  font-family: ${font.reading};
  font-size: ${type.body};
`;
