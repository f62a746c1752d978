import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/currentBook.ts';
import { useData, useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { unmarked } from '../answer/parseAnswer.ts';
import { useBooksById, useShelf } from '../books.ts';
import { BookPicker } from '../chips/BookPicker.tsx';
import { Chips } from '../chips/Chips.tsx';
import { mentorChips } from '../chips/chips.ts';
import { chipOf, stopWordsOf, tellingWords } from '../chips/keywords.ts';
import { withoutNames } from '../chips/namedBooks.ts';
import { namesIn } from '../chips/namesIn.ts';
import { type ChipRequest, requestFor } from '../chips/requestFor.ts';
import { useScope } from '../chips/useScope.ts';
import { History } from '../history/History.tsx';
import { HistoryButton } from '../history/HistoryButton.tsx';
import { Composer } from './Composer.tsx';
import { EmptyMentor } from './EmptyMentor.tsx';
import { MentorHeader } from './MentorHeader.tsx';
import { MessageList } from './MessageList.tsx';
import { longestQuestion, mentorNavigation, withQuote } from './mentorNavigation.ts';
import type { PendingQuestion } from './pendingQuestion.ts';
import { useMentor } from './useMentor.ts';

const wide = '(min-width: 80em)';

/** A conversation about the reader's own books. */
export function MentorPage() {
  const t = useTranslate();
  const { i18n, navigation, network } = useHost();
  useSetTitle(t('Mentor AI'));
  const { state } = useReadable(navigation.location);
  const [about, setAbout] = useState(() => mentorNavigation(state));
  const mentor = useMentor(about.quote !== undefined || about.question !== undefined);
  const books = useBooksById();
  const shelf = useShelf();
  const offline = useReadable(network) === 'offline';
  const language = useReadable(i18n.language);
  const beside = useMediaQuery(wide);
  const draft = useDraft<{ question: string }>('mentor-question');
  const [typed, setTyped] = useState((about.task ? undefined : about.question) ?? draft.left?.question ?? '');
  const status = useData('GET /mentor/status', {});
  const hasModel = status.status === 'ready' && status.value.mode === 'model';
  const scope = useScope(typed, shelf, about.bookId, mentor.messages);
  const current = useMemo(() => currentBook(shelf) ?? undefined, [shelf]);
  const [picked, setPicked] = useState<string | undefined>();
  const only = scope.named[0]?.id ?? picked ?? scope.ids?.[0];
  const book =
    (only === undefined ? undefined : books.get(only)) ??
    current ??
    shelf.find(({ format }) => format !== 'none');
  const answer = mentor.messages.findLast(({ role }) => role === 'mentor');

  /** @param question as it was typed; undefined for a chip, which leaves the text that is being typed */
  const ask = async (request: Omit<PendingQuestion, 'spoilers'>, question?: string) => {
    if (request.text.trim() === '' || mentor.pending !== null) return;
    if (question !== undefined) setTyped('');
    const answered = await mentor.ask({ ...request, text: withQuote(request.text.trim(), about.quote) });
    if (answered) {
      setAbout({});
      scope.reset();
    }
    if (answered && question !== undefined) draft.drop();
    else if (!answered && question !== undefined) setTyped((now) => now || question);
  };
  /** By the model, into the language of the page. */
  const translate = async (words: string, line?: string) => {
    if (words === '' || mentor.pending !== null) return;
    const text = withQuote(t('Translate'), words);
    const answered = await mentor.ask({ text, translate: words.slice(0, longestQuestion) });
    if (answered && (line !== undefined || words === typed.trim())) write('');
  };
  /** A typed line is a chip where all its telling words are keywords of that chip; otherwise a question. */
  const askTyped = async () => {
    const line = withoutNames(typed, scope.named);
    // Offline only the text is searched.
    const stopWords = offline || about.quote ? null : await stopWordsOf(language).catch(() => null);
    const chip = stopWords && chipOf(tellingWords(line, language, stopWords), mentorChips, language, t);
    if (chip?.task === 'translate' && hasModel) await translate(quotedIn(answer), typed);
    else if (chip && chip.task !== 'translate' && chip.task !== 'who')
      await ask(taskOf(requestFor(chip, { book, bookIds: scope.ids }, t, { line: typed })), typed);
    else await ask({ text: typed, bookIds: scope.ids }, typed);
  };
  // A button of another page.
  useEffect(() => {
    if (about.task === undefined || about.question === undefined) return;
    navigation.go('/mentor', { replace: true });
    const bookIds = about.bookId === undefined ? undefined : [about.bookId];
    runInBackground(ask({ task: about.task, text: about.question, bookIds }));
  }, []);
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
  const askByChip = (request: ChipRequest, text: string) =>
    runInBackground(request.task === 'translate' ? translate(text) : ask(taskOf(request)));
  const shared = {
    line: typed,
    disabled: mentor.pending !== null,
  };
  /** The chips below an answer are about its book. */
  const chipsFor = ({ citations }: MentorMessage) => {
    if (offline) return null;
    const ids = new Set(citations.map(({ book_id }) => book_id));
    const ofAnswer = ids.size === 1 ? books.get([...ids][0] ?? '') : undefined;
    return (
      <Chips
        {...shared}
        label={t('Ask about this answer')}
        scope={{ book: ofAnswer ?? book, bookIds: ofAnswer ? [ofAnswer.id] : undefined }}
        names={namesIn(citations)}
        without={hasModel && citations.length > 0 ? ['explain'] : ['explain', 'translate']}
        onAsk={(request) => askByChip(request, quotedIn({ citations }))}
      />
    );
  };
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
          <EmptyMentor quoted={about.quote !== undefined} />
        ) : (
          <MessageList mentor={mentor} books={books} chipsFor={chipsFor} />
        )}
        <Rest />
        <Composer
          value={typed}
          onChange={write}
          onAsk={() => runInBackground(askTyped())}
          busy={mentor.pending !== null}
          failure={mentor.failure}
          quote={about.quote}
          books={(scope.ids ?? []).flatMap((id) => books.get(id) ?? [])}
          onDropBook={scope.drop}
          onDropQuote={() => setAbout({})}
          onStop={mentor.stop}
        >
          {shelf.length > 0 && !offline ? (
            <Chips
              {...shared}
              label={t('Ask for')}
              scope={{ book, bookIds: scope.ids }}
              names={answer ? namesIn(answer.citations) : []}
              without={[
                ...(about.quote ? [] : (['explain'] as const)),
                ...(hasModel ? [] : (['translate'] as const)),
              ]}
              wraps={empty}
              picker={<BookPicker books={shelf} book={book} onPick={setPicked} />}
              onAsk={(request) => askByChip(request, typed.trim() || (about.quote ?? quotedIn(answer)))}
            />
          ) : null}
        </Composer>
      </Page>
    </Columns>
  );
}

const quotedIn = (answer: Pick<MentorMessage, 'citations'> | undefined) =>
  unmarked(answer?.citations[0]?.text ?? '').trim();

/** A request of a chip that is a question to the library. */
const taskOf = ({ task, ...request }: ChipRequest) => ({
  ...request,
  ...(task === 'translate' ? {} : { task }),
});

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

const Rest = styled.div`
  flex: 1;
`;
