import type { MentorMessage, MentorNotice } from '@lectern/shared-contracts/api/search.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Copy, EyeOff, NotebookPen } from 'lucide-react';
import { styled } from 'styled-components';
import { answerText, plainAnswer } from './answerText.ts';

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
  const plain = () => plainAnswer({ ...message, text: answerText(message, i18n.language.get(), t) });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(plain());
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
      content: plain(),
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
  const notice = message.notice ? t(notices[message.notice]) : null;
  const sent = message.sent ?? null;
  return (
    <Foot>
      {notice ? <Notice>{notice}</Notice> : null}
      <Row>
        <Button
          variant="quiet"
          size="small"
          flush="start"
          icon={<Copy />}
          onClick={() => runInBackground(copy())}
        >
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
          {sent.map(({ role, text: words }, index) => (
            <div key={index}>
              <small>{role === 'call' ? t('Look-up') : role === 'result' ? t('Result') : role}</small>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there */}
              <pre tabIndex={0}>{words}</pre>
            </div>
          ))}
        </Sent>
      ) : null}
    </Foot>
  );
}

const notices: Readonly<Record<MentorNotice, string>> = {
  stopped: text('You stopped the answer here.'),
  cut: text('The model broke off here. What it said so far is kept; ask again for the rest.'),
  unreachable: text('The model could not be reached, so these are the passages themselves.'),
  timeout: text('The model took too long, so these are the passages themselves.'),
  unsourced: text('Nothing in this answer cites a passage of yours. Take it with care.'),
  misquoted: text('The model quoted words that are not in your books. Those sentences were left out.'),
  length: text('The answer became too long and ends here. Ask for the rest.'),
  refused: text(
    'The model’s server did not accept the key of this library. These are the passages themselves.',
  ),
  unknown_model: text('The model’s server does not know this model. These are the passages themselves.'),
  busy: text('The model is busy. These are the passages themselves; ask again in a minute.'),
  failed: text('The model’s server failed. These are the passages themselves.'),
  too_long: text(
    'This was too much for the model. These are the passages themselves; begin a new conversation.',
  ),
  filtered: text('The model’s server stopped this answer by its own rules.'),
  limit: text('The limit for one question was reached. This is what was found until then.'),
  empty: text('The model said nothing. These are the passages themselves.'),
};

const Foot = styled.div`
  max-inline-size: 38rem;
  margin-block-start: ${space(4)};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
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
