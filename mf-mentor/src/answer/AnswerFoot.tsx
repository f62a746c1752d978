import type { MentorMessage, MentorNotice } from '@lectern/shared-contracts/api/search.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Copy, EyeOff, NotebookPen } from 'lucide-react';
import { styled } from 'styled-components';
import { answerText } from './answerText.ts';
import { plainAnswer } from './plainAnswer.ts';

export interface AnswerFootProps {
  message: MentorMessage;
  /** Asks again with text after the reader's position included; undefined where that does not apply. */
  onSpoilers: (() => void) | undefined;
}

/** Actions and notices below an answer. */
export function AnswerFoot({ message, onSpoilers }: AnswerFootProps) {
  const t = useTranslate();
  const { notify, i18n } = useHost();
  const enqueue = useEnqueue();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        plainAnswer({ ...message, text: answerText(message, i18n.language.get(), t) }),
      );
      notify.show({ tone: 'success', message: t('Copied, with the sources.') });
    } catch {
      notify.show({ tone: 'danger', message: t('Your browser blocked copying.') });
    }
  };
  const save = async () => {
    const books = new Set(message.citations.map(({ book_id }) => book_id));
    const [first] = message.citations;
    const note = {
      id: crypto.randomUUID(),
      // An answer about one book becomes a note in that book; about several, a general note.
      bookId: books.size === 1 && first ? first.book_id : null,
      title: t('From the mentor'),
      content: plainAnswer({ ...message, text: answerText(message, i18n.language.get(), t) }),
      type: 'note',
      page: null,
      position: books.size === 1 && first ? first.position : null,
      color: null,
      tags: [],
      created_at: new Date().toISOString(),
    };
    if (await enqueue('CREATE_NOTE', note, text('Failed to create note')))
      notify.show({ tone: 'success', message: t('Saved among your notes.') });
  };
  const notice = noticeText(t, message.notice ?? null);
  const sent = message.sent ?? null;
  return (
    <Foot>
      {notice ? <Notice>{notice}</Notice> : null}
      <Row>
        <Button variant="quiet" size="small" icon={<Copy />} onClick={() => runInBackground(copy())}>
          {t('Copy')}
        </Button>
        <Button variant="quiet" size="small" icon={<NotebookPen />} onClick={() => runInBackground(save())}>
          {t('Save as note')}
        </Button>
        {onSpoilers && (message.withheld ?? 0) > 0 ? (
          <Button variant="quiet" size="small" icon={<EyeOff />} onClick={onSpoilers}>
            {t('Include what I haven’t read yet')}
          </Button>
        ) : null}
      </Row>
      {sent ? (
        <Sent>
          <summary>{t('What was sent to the model')}</summary>
          <p>
            {t(
              'For one question the model may look up 6 things in your library, read about 8,000 tokens of results, and take 2 minutes.',
            )}
          </p>
          {sent.map(({ role, text }, index) => (
            <div key={index}>
              <small>{role === 'call' ? t('Look-up') : role === 'result' ? t('Result') : role}</small>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there */}
              <pre tabIndex={0}>{text}</pre>
            </div>
          ))}
        </Sent>
      ) : null}
    </Foot>
  );
}

function noticeText(t: Translate, notice: MentorNotice | null): string | null {
  switch (notice) {
    case 'stopped':
      return t('You stopped the answer here.');
    case 'cut':
      return t('The model broke off here. What it said so far is kept; ask again for the rest.');
    case 'unreachable':
      return t('The model could not be reached, so these are the passages themselves.');
    case 'timeout':
      return t('The model took too long, so these are the passages themselves.');
    case 'unsourced':
      return t('Nothing in this answer cites a passage of yours. Take it with care.');
    case 'misquoted':
      return t('The model quoted words that are not in your books. Those sentences were left out.');
    case 'length':
      return t('The answer became too long and ends here. Ask for the rest.');
    case 'refused':
      return t(
        'The model’s server did not accept the key of this library. These are the passages themselves.',
      );
    case 'unknown_model':
      return t('The model’s server does not know this model. These are the passages themselves.');
    case 'busy':
      return t('The model is busy. These are the passages themselves; ask again in a minute.');
    case 'failed':
      return t('The model’s server failed. These are the passages themselves.');
    case 'too_long':
      return t(
        'This was too much for the model. These are the passages themselves; begin a new conversation.',
      );
    case 'filtered':
      return t('The model’s server stopped this answer by its own rules.');
    case 'limit':
      return t('The limit for one question was reached. This is what was found until then.');
    case 'empty':
      return t('The model said nothing. These are the passages themselves.');
    case null:
      return null;
  }
}

const Foot = styled.div`
  max-inline-size: 38rem;
  margin-block-start: ${space(4)};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  margin-inline-start: -${space(3)};
`;

const Notice = styled.p`
  margin-block-end: ${space(2)};
  padding-inline-start: ${space(3)};
  border-inline-start: 2px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Sent = styled.details`
  margin-block-start: ${space(1)};
  color: ${color.textMuted};
  font-size: ${type.small};
  & > summary { inline-size: fit-content; min-block-size: 1.75rem; cursor: pointer; }
  & pre {
    max-block-size: 16rem;
    margin-block: ${space(1)} ${space(3)};
    padding: ${space(3)};
    overflow: auto;
    border: 1px solid ${color.line};
    border-radius: 8px;
    background: ${color.surfaceRaised};
    font-family: ${font.interface};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
