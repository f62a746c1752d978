import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/currentBook.ts';
import { useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useBooksById } from '../books.ts';
import { History } from '../history/History.tsx';
import { HistoryButton } from '../history/HistoryButton.tsx';
import { Composer } from './Composer.tsx';
import { ExampleQuestions } from './ExampleQuestions.tsx';
import { MentorHeader } from './MentorHeader.tsx';
import { MessageList } from './MessageList.tsx';
import { mentorNavigation, withQuote } from './mentorNavigation.ts';
import { QuickActions } from './QuickActions.tsx';
import { useMentor } from './useMentor.ts';
import { useStickToBottom } from './useStickToBottom.ts';

const wide = '(min-width: 80em)';

/** A conversation about the reader's own books. */
export function MentorPage() {
  const t = useTranslate();
  const { navigation, network } = useHost();
  useSetTitle(t('Mentor AI'));
  const { state } = useReadable(navigation.location);
  const [about, setAbout] = useState(() => mentorNavigation(state));
  const mentor = useMentor(about.quote !== undefined || about.question !== undefined);
  const books = useBooksById();
  const current = useMemo(() => currentBook([...books.values()]) ?? undefined, [books]);
  const offline = useReadable(network) === 'offline';
  const beside = useMediaQuery(wide);
  const draft = useDraft<{ question: string }>('mentor-question');
  const [typed, setTyped] = useState(about.question ?? draft.left?.question ?? '');
  const end = useRef<HTMLDivElement>(null);
  const bottom = useStickToBottom(end, mentor.partial?.text.length ?? 0);

  const ask = async (question: string, task?: MentorTask, bookId = about.bookId ?? null) => {
    const text = question.trim();
    if (text === '' || mentor.pending !== null) return;
    // A question of a button leaves the text that is being typed.
    if (question === typed) setTyped('');
    const answered = await mentor.ask({ text: withQuote(text, about.quote), bookId, task });
    if (answered) setAbout({});
    if (answered && question === typed) draft.drop();
    else if (!answered && task === undefined) setTyped((now) => now || question);
  };
  const write = (question: string) => {
    setTyped(question);
    if (question === '') draft.drop();
    else draft.keep({ question });
  };
  const history = {
    currentId: mentor.conversationId,
    onOpen: mentor.open,
    onDeleted: mentor.begin,
  };
  const begin = () => {
    setAbout({});
    mentor.begin();
  };
  const empty = mentor.messages.length === 0 && mentor.pending === null && !mentor.loading;
  return (
    <Columns>
      {beside ? (
        <Side>
          <History {...history} />
        </Side>
      ) : null}
      <Page>
        <MentorHeader
          onBegin={begin}
          canBegin={!empty}
          history={beside ? null : <HistoryButton {...history} />}
        />
        {empty ? (
          <ExampleQuestions
            quoted={about.quote !== undefined}
            onAsk={(question) => runInBackground(ask(question))}
          />
        ) : (
          <MessageList mentor={mentor} books={books} />
        )}
        <Rest />
        {books.size > 0 ? (
          <QuickActions
            book={about.bookId === undefined ? current : books.get(about.bookId)}
            quoted={about.quote !== undefined}
            disabled={offline || mentor.pending !== null}
            onAsk={({ question, task, bookId }) => runInBackground(ask(question, task, bookId))}
          />
        ) : null}
        <Composer
          value={typed}
          onChange={write}
          onAsk={() => runInBackground(ask(typed))}
          busy={mentor.pending !== null}
          failure={mentor.failure}
          quote={about.quote}
          book={about.bookId === undefined ? undefined : books.get(about.bookId)}
          onDropBook={() => setAbout({ ...(about.quote === undefined ? {} : { quote: about.quote }) })}
          onDropQuote={() => setAbout({})}
          onStop={mentor.stop}
          onLatest={bottom.atBottom ? undefined : bottom.scrollToBottom}
        />
        <End ref={end} />
      </Page>
    </Columns>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${space(12)};
  max-inline-size: 84rem;
  margin-inline: auto;
  @media ${wide} { grid-template-columns: 14rem minmax(0, 1fr); }
`;

const Side = styled.div`
  position: sticky;
  inset-block-start: 5.5rem;
  align-self: start;
  max-block-size: calc(100dvh - 7rem);
  /* Space for focus rings, which the scroll area would cut off. */
  margin: -${space(2)};
  padding: ${space(2)};
  overflow-y: auto;
`;

const Page = styled.div`
  container: conversation / inline-size;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  /* Full height, so that the composer is at the bottom from the start. */
  min-block-size: calc(100dvh - 9rem);
`;

const End = styled.div`
  /* No floating buttons over the end: the composer is there. */
  @media ${media.narrow} { scroll-margin-block-end: -5rem; }
`;

const Rest = styled.div`
  flex: 1;
`;
