import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import type { Citation, MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import {
  useData,
  useHost,
  useReadable,
  useSetTitle,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { useDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Lamp } from '@lectern/shared-ui/illustrations.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { SquarePen } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { unmarked } from '../answer/parseAnswer.ts';
import { useBooks, useBooksById, useShelf } from '../books.ts';
import { Chips } from '../chips/Chips.tsx';
import { type MentorChip, mentorChips } from '../chips/chips.ts';
import { chipOf, stopWordsOf, tellingWords } from '../chips/keywords.ts';
import { booksNamed, withoutNames } from '../chips/namedBooks.ts';
import { BookPicker } from '../chips/PickerChips.tsx';
import { type ChipScope, type Chosen, type MentorRequest, requestFor } from '../chips/requestFor.ts';
import { History, HistoryButton } from '../history/History.tsx';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { longestQuestion, mentorNavigation, withQuote } from './mentorNavigation.ts';
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
  const mode = status.status === 'ready' ? status.value : null;
  const hasModel = mode?.mode === 'model';
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
  const ask = async (request: MentorRequest, question?: string) => {
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
      await ask(requestFor(chip, { book, bookIds: scope.ids }, t, { line: typed }), typed);
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
  const history = { currentId: mentor.conversationId, onOpen: mentor.open, onDeleted: mentor.begin };
  const begin = () => {
    setAbout({});
    mentor.begin();
  };
  const empty = mentor.messages.length === 0 && mentor.pending === null && !mentor.loading;
  /** @param words to translate */
  const askByChip = (scope: ChipScope, words: string) => (chip: MentorChip, chosen?: Chosen) =>
    runInBackground(chip.task === 'translate' ? translate(words) : ask(requestFor(chip, scope, t, chosen)));
  const shared = { line: typed, disabled: mentor.pending !== null };
  /** The chips below an answer are about its book. */
  const chipsFor = ({ citations }: MentorMessage) => {
    if (offline) return null;
    const ids = new Set(citations.map(({ book_id }) => book_id));
    const ofAnswer = ids.size === 1 ? books.get([...ids][0] ?? '') : undefined;
    const scope = { book: ofAnswer ?? book, bookIds: ofAnswer && [ofAnswer.id] };
    return (
      <Chips
        {...shared}
        label={t('Ask about this answer')}
        book={scope.book}
        names={namesIn(citations)}
        without={hasModel && citations.length > 0 ? ['explain'] : ['explain', 'translate']}
        onAsk={askByChip(scope, quotedIn({ citations }))}
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
          mode={mode}
          actions={
            <>
              {beside ? null : <HistoryButton {...history} />}
              {empty ? null : (
                <Button icon={<SquarePen />} onClick={begin}>
                  {t('New conversation')}
                </Button>
              )}
            </>
          }
        />
        {empty ? (
          <EmptyMentor quoted={about.quote !== undefined} />
        ) : (
          <MessageList mentor={mentor} books={books} chipsFor={chipsFor} />
        )}
        <Composer
          mentor={mentor}
          value={typed}
          onChange={write}
          onAsk={() => runInBackground(askTyped())}
          quote={about.quote}
          books={(scope.ids ?? []).flatMap((id) => books.get(id) ?? [])}
          onDropBook={scope.drop}
          onDropQuote={() => setAbout({})}
        >
          {shelf.length > 0 && !offline ? (
            <Chips
              {...shared}
              label={t('Ask for')}
              book={book}
              names={answer ? namesIn(answer.citations) : []}
              without={[
                ...(about.quote ? [] : (['explain'] as const)),
                ...(hasModel ? [] : (['translate'] as const)),
              ]}
              wraps={empty}
              picker={<BookPicker books={shelf} book={book} onPick={setPicked} />}
              onAsk={askByChip(
                { book, bookIds: scope.ids },
                typed.trim() || (about.quote ?? quotedIn(answer)),
              )}
            />
          ) : null}
        </Composer>
      </Page>
    </Columns>
  );
}

const quotedIn = (answer: Pick<MentorMessage, 'citations'> | undefined) =>
  unmarked(answer?.citations[0]?.text ?? '').trim();

type Mode = CallResponse<'GET /mentor/status'>;

/** The title, and how answers are made. */
function MentorHeader({ mode, actions }: { mode: Mode | null; actions: ReactNode }) {
  const t = useTranslate();
  const lead =
    mode === null
      ? ' '
      : mode.mode === 'model'
        ? t(
            '{{model}} answers, from passages of your own books that are sent to {{place}}. It can be wrong: open the sources.',
            { model: mode.model ?? '', place: mode.place ?? '' },
          )
        : t(
            'What you type is searched for in your own books, notes and highlights; the buttons do the rest. Nothing leaves this server.',
          );
  return <PageHeader title={t('Your mentor')} lead={lead} actions={actions} />;
}

/** Before the first question. @param quoted whether the reader came with a quotation */
function EmptyMentor({ quoted }: { quoted: boolean }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const books = useBooks();
  if (quoted || books.status === 'loading') return <Space />;
  if (books.status === 'ready' && books.value.items.length === 0) {
    return (
      <Space>
        <EmptyState
          illustration={<Lamp />}
          title={t('A mentor needs books')}
          message={t('It answers from your own books. Upload a first book, and ask away.')}
          action={
            <Button variant="primary" as={Link} to="/upload">
              {t('Upload a book')}
            </Button>
          }
        />
      </Space>
    );
  }
  return (
    <Space>
      <Lamp />
      <h2>{t('Ask your own books')}</h2>
      <p>{t('Type words to find where your books have them, or choose a button below.')}</p>
    </Space>
  );
}

/** As wide as the field below it. */
const Space = styled.div`
  flex: 1;
  max-inline-size: 38rem;
  padding-block: ${space(4)} ${space(10)};
  & > svg { color: ${color.textMuted}; margin-block-end: ${space(4)}; margin-inline-start: -1.5rem; }
  @media ${media.narrow} { padding-block: 0 ${space(6)}; & > svg { display: none; } }
  & > h2 { margin-block-end: ${space(3)}; font-size: ${type.large}; }
  & > p { color: ${color.textMuted}; }
`;

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
  & > form { margin-block-start: auto; }
`;

const mostNames = 5;

/**
 * Names in the passages of an answer, the most frequent first: words that have a capital also inside a sentence and
 * stand nowhere in small letters.
 */
function namesIn(citations: readonly Citation[]): string[] {
  const all = citations.map(({ text }) => unmarked(text)).join('\n');
  const small = new Set((all.match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu) ?? []).map(foldText));
  const counts = new Map<string, number>();
  for (const [name] of all.matchAll(/(?<=[\p{L}\p{M},;] )\p{Lu}\p{Ll}[\p{L}\p{M}]+/gu)) {
    if (!small.has(foldText(name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return byCount.slice(0, mostNames).map(([name]) => name);
}

const mostBooks = 20;

/**
 * The books of the next question: those that the line names, else the given one, else the only one that the last
 * answer cites; without those that the reader has taken off.
 */
function useScope(
  line: string,
  shelf: readonly Book[],
  given: string | undefined,
  messages: readonly MentorMessage[],
) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const named = useMemo(() => booksNamed(line, shelf).slice(0, mostBooks), [line, shelf]);
  const answer = messages.findLast(({ role }) => role === 'mentor');
  const cited = new Set(answer?.citations.map(({ book_id }) => book_id));
  const ofAnswer = [...cited].filter((id) => cited.size === 1 && shelf.some((book) => book.id === id));
  const chosen = named.length > 0 ? named.map(({ id }) => id) : given === undefined ? ofAnswer : [given];
  return {
    /** The books that the line names. */
    named,
    /** The books that are searched: empty for all, undefined where the server decides by the text. */
    ids: chosen.length === 0 ? undefined : chosen.filter((id) => !dropped.has(id)),
    drop: (id: string) => setDropped(new Set([...dropped, id])),
    /** For the next question. */
    reset: () => setDropped(new Set()),
  };
}
