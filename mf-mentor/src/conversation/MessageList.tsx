import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Answer } from '../answer/Answer.tsx';
import { AnswerFoot } from '../answer/AnswerFoot.tsx';
import type { Mentor } from './useMentor.ts';

export interface MessageListProps {
  mentor: Mentor;
  books: ReadonlyMap<string, Book>;
  /** What can be asked about an answer. */
  chipsFor: (answer: MentorMessage) => ReactNode;
}

/** Questions as headings with their answers below; scrolls to the newest question. */
export function MessageList({ mentor, books, chipsFor }: MessageListProps) {
  const t = useTranslate();
  const { messages, pending, partial, loading } = mentor;
  const newest = useRef<HTMLDivElement>(null);
  const asked = messages.findLast(({ role }) => role === 'reader');
  // A new question, or the last of an opened conversation, scrolls to the top. The end of an answer moves nothing.
  const isPending = pending !== null;
  const answering = partial !== null;
  // Again with the first words of the answer: until then the page may be too short to scroll that far.
  useEffect(() => {
    if (isPending) newest.current?.scrollIntoView?.({ block: 'start' });
  }, [isPending, answering]);
  useEffect(() => {
    if (!loading) newest.current?.scrollIntoView?.({ block: 'start' });
  }, [loading]);
  if (loading) {
    return (
      <Loading aria-busy="true">
        <Skeleton shape="title" />
        <Skeleton shape="paragraph" lines={4} />
      </Loading>
    );
  }
  return (
    <Log role="log" aria-label={t('Conversation')}>
      {messages.map((message, index) =>
        message.role === 'mentor' ? (
          <Fragment key={message.id}>
            <Answer message={message} books={books} />
            <AnswerFoot
              message={message}
              onSpoilers={
                index === messages.length - 1 && asked && !pending
                  ? () => runInBackground(mentor.askWithSpoilers(asked.text))
                  : undefined
              }
            />
            <Column>{chipsFor(message)}</Column>
          </Fragment>
        ) : (
          <Turn key={message.id} ref={message === asked && !pending ? newest : undefined}>
            <Question text={message.text} />
          </Turn>
        ),
      )}
      {pending ? (
        <Turn ref={newest}>
          <Question text={pending.text} />
          {partial === null ? <Searching role="status">{t('Looking through your books…')}</Searching> : null}
        </Turn>
      ) : null}
      {partial ? (
        <div aria-busy="true">
          <Answer message={partial} books={books} />
        </div>
      ) : null}
    </Log>
  );
}

/** A question as the heading of its answer, with its quotation above. */
function Question({ text }: { text: string }) {
  const [, quote, question] = /^> (.*?)\n\n(.*)$/s.exec(text) ?? [];
  return (
    <>
      {quote ? <Quote dir="auto">{quote}</Quote> : null}
      <Heading dir="auto">{question ?? text}</Heading>
    </>
  );
}

const Log = styled.div`
  padding-block-end: ${space(8)};
  /* Focused elements are not covered by the composer. */
  & a, & button, & summary, & pre { scroll-margin-block-end: ${space(4)}; }
`;

const Column = styled.div`
  max-inline-size: 38rem;
  margin-block-start: ${space(3)};
`;

const Turn = styled.div`
  scroll-margin-block-start: ${space(2)};
  &:not(:first-child) { margin-block-start: ${space(12)}; padding-block-start: ${space(8)}; border-block-start: 1px solid ${color.line}; }
  margin-block-end: ${space(5)};
`;

const Searching = styled.p`
  margin-block-start: ${space(4)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-size: ${type.body};
  font-style: var(--quotation-style);
  animation: lectern-breathe 1.8s ease-in-out infinite;
`;

const Loading = styled.div`
  display: grid;
  gap: ${space(6)};
  flex: 1;
  align-content: start;
  max-inline-size: 38rem;
`;

const Heading = styled.h2`
  max-inline-size: 38rem;
  font-size: ${type.title};
  line-height: 1.25;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Quote = styled.blockquote`
  max-inline-size: 38rem;
  margin-block-end: ${space(3)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-style: var(--quotation-style);
  line-height: 1.5;
  overflow-wrap: anywhere;
`;
