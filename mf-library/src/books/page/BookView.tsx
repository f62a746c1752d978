import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import {
  useData,
  useHost,
  usePoint,
  useReadable,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Tabs } from '@lectern/shared-ui/Tabs.tsx';
import { color, font, measure, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { PenLine, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { itemsOf } from '../../data/itemsOf.ts';
import { AddSessionDialog } from '../../library/reading/AddSessionDialog.tsx';
import { EditSession } from '../../library/reading/EditSessionDialog.tsx';
import { useReadingRecords } from '../../library/statistics/readingRecords.ts';
import { draftNames, type EntryDraft, EntryEditor } from '../../notes/EntryEditor.tsx';
import { EntryList } from '../../notes/EntryList.tsx';
import { ExportMenu } from '../../notes/ExportMenu.tsx';
import { type Entry, entriesOf, isReview, otherVersionIn } from '../../notes/entries.ts';
import { byPlace } from '../../notes/filterEntries.ts';
import { useNoteActions } from '../../notes/useNoteActions.ts';
import { OtherVersions } from '../conflicts/VersionChoice.tsx';
import { formatDay } from '../formats.ts';
import { AsideButtons, AsideRows, AsideText } from './aside.ts';
import { BookAccessibility } from './BookAccessibility.tsx';
import { BookFacts } from './BookFacts.tsx';
import { BookFiles } from './BookFiles.tsx';
import { BookHead } from './BookHead.tsx';
import { PerhapsSame } from './PerhapsSame.tsx';
import { BookReadings } from './Readings.tsx';
import { Review } from './Review.tsx';

/** Metadata, review, notes and sessions of a book. */
export function BookView({ book }: { book: Book }) {
  const t = useTranslate();
  const input = { book, format: book.format };
  const tabs = usePoint('mf-library/book-tab', input);
  const [chosen, setChosen] = useState('about');
  const shown = tabs.find(({ id }) => id === chosen);
  return (
    <article aria-label={book.title}>
      <BookHead book={book} />
      <PerhapsSame book={book} />
      <OtherVersions of={book.id} />
      {tabs.length === 0 ? (
        <AboutBook book={book} />
      ) : (
        <Tabs
          label={book.title}
          value={shown?.id ?? 'about'}
          onChange={setChosen}
          items={[
            { value: 'about', label: t('About the book') },
            ...tabs.map(({ id, label }) => ({ value: id, label })),
          ]}
        >
          <TabPanel>{shown ? shown.render(input) : <AboutBook book={book} />}</TabPanel>
        </Tabs>
      )}
    </article>
  );
}

const TabPanel = styled.div`
  margin-block-start: ${space(4)};
`;

function AboutBook({ book }: { book: Book }) {
  const t = useTranslate();
  const { review, entries, state } = useBookEntries(book);
  return (
    <Columns>
      <div>
        {book.description ? (
          <section aria-labelledby="about-the-book">
            <h2 id="about-the-book">{t('About the book')}</h2>
            <Description text={book.description} />
          </section>
        ) : null}
        <Review book={book} review={review} />
        <BookNotes entries={entries} state={state} book={book} />
      </div>
      <aside>
        <BookFacts book={book} />
        {book.format === 'none' ? null : <BookFiles book={book} />}
        <BookAccessibility book={book} />
        <BookReadings book={book} />
        <BookSessions book={book} />
      </aside>
    </Columns>
  );
}

/** Characters of a description before it is collapsed. */
const shortEnough = 900;

function Description({ text }: { text: string }) {
  const t = useTranslate();
  const [whole, setWhole] = useState(text.length <= shortEnough);
  const shown = whole ? text : `${text.slice(0, text.lastIndexOf(' ', shortEnough))} …`;
  return (
    <Prose dir="auto">
      {shown.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {whole ? null : (
        <button type="button" onClick={() => setWhole(true)}>
          {t('Show all')}
        </button>
      )}
    </Prose>
  );
}

const Prose = styled.div`
  max-inline-size: ${measure};
  font-family: ${font.reading};
  font-size: ${type.body};
  line-height: 1.65;
  white-space: pre-line;
  & > p + p { margin-block-start: ${space(3)}; }
  & > button {
    margin-block-start: ${space(3)};
    padding: 0;
    border: 0;
    background: none;
    color: ${color.accent};
    font-family: ${font.interface};
    font-size: ${type.small};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

const Columns = styled.div`
  display: grid;
  gap: ${space(10)};
  & > * { min-inline-size: 0; }
  & h2 { margin-block-end: ${space(4)}; font-size: ${type.large}; }
  & > div > section + section, & > aside > section + section { margin-block-start: ${space(10)}; }
  @media ${media.wide} {
    grid-template-columns: minmax(0, 1fr) 19rem;
    gap: ${space(20)};
  }
`;

/** The review of a book and its other notes and highlights, in reading order. */
function useBookEntries(book: Book): {
  review: Entry | null;
  entries: readonly Entry[];
  state: 'loading' | 'ready' | 'error';
} {
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  return useMemo(() => {
    const own = entriesOf(
      itemsOf(notes).filter(({ book_id, twin_kind }) => book_id === book.id && twin_kind !== 'book'),
      itemsOf(highlights).filter(({ book_id }) => book_id === book.id),
      [book],
    );
    // The other version of a conflict is shown with the review.
    const review = own.find((entry) => isReview(entry) && otherVersionIn(entry) === null) ?? null;
    const isShown = (entry: Entry) =>
      entry !== review && (review === null || otherVersionIn(entry)?.twin_of !== review.id);
    const statuses = [notes.status, highlights.status];
    return {
      review,
      entries: own.filter(isShown).sort(byPlace),
      state: statuses.includes('error') ? 'error' : statuses.includes('loading') ? 'loading' : 'ready',
    };
  }, [notes, highlights, book]);
}

/** Number of sessions shown at first. */
const maxShown = 8;

/** The reading sessions of this book. */
function BookSessions({ book }: { book: Book }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const records = useReadingRecords().records.filter(({ bookId }) => bookId === book.id);
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const isShort = all || records.length <= maxShown;
  const seconds = records.reduce((sum, record) => sum + record.seconds, 0);
  return (
    <section aria-labelledby="book-sessions">
      <h2 id="book-sessions">{t('Sessions')}</h2>
      <AsideText>
        {records.length === 0
          ? t('No sessions yet.')
          : t('{{time}} in {{count}} sessions.', { time: formatDuration(seconds, t), count: records.length })}
      </AsideText>
      <AsideRows role="list">
        {records.slice(0, all ? undefined : maxShown).map((record) => (
          <li key={record.id}>
            <span>{formatDay(record.startedAt, language)}</span>
            <b>{formatDuration(record.seconds, t)}</b>
            <EditSession record={record} />
          </li>
        ))}
      </AsideRows>
      <AsideButtons>
        {isShort ? null : (
          <Button variant="quiet" size="small" flush="start" onClick={() => setAll(true)}>
            {t('Show all')}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          flush={isShort ? 'start' : undefined}
          icon={<Plus />}
          onClick={() => setAdding(true)}
        >
          {t('Add a session by hand')}
        </Button>
      </AsideButtons>
      {adding ? <AddSessionDialog books={[book]} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

interface BookNotesProps {
  book: Book;
  entries: readonly Entry[];
  state: 'loading' | 'ready' | 'error';
}

const none: ReadonlySet<string> = new Set();

/** Notes and highlights of this book in reading order. */
function BookNotes({ book, entries, state }: BookNotesProps) {
  const { navigation } = useHost();
  const t = useTranslate();
  const { create } = useNoteActions();
  const [writing, setWriting] = useState(useLeftDraft<EntryDraft>(draftNames.create(book.id)) !== null);
  return (
    <section aria-labelledby="book-notes">
      <Head>
        <h2 id="book-notes">
          {t('Notes and highlights')}{' '}
          {entries.length > 1 ? (
            <small>
              {entries.length} · {t('in the order of the book')}
            </small>
          ) : null}
        </h2>
        <span>
          {entries.length > 0 ? <ExportMenu entries={entries} bookId={book.id} /> : null}
          <Button icon={<PenLine />} onClick={() => setWriting(true)}>
            {t('Write a note')}
          </Button>
        </span>
      </Head>
      {writing ? (
        <EntryEditor
          books={[book]}
          bookId={book.id}
          onSave={(fields) => create(fields)}
          onClose={() => setWriting(false)}
        />
      ) : null}
      {state === 'loading' ? <Skeleton shape="paragraph" /> : null}
      {state === 'error' ? <p role="alert">{t("We can't load your notes at the moment.")}</p> : null}
      {state === 'ready' && entries.length === 0 && !writing ? (
        <NoEntries>{t('Everything you highlight and write while reading appears here.')}</NoEntries>
      ) : null}
      <EntryList
        entries={entries}
        newIds={none}
        target={null}
        inBook
        onTag={() => navigation.go('/library?tab=notes')}
      />
    </section>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: ${space(3)};
  margin-block-end: ${space(5)};
  & > h2 { margin: 0; }
  & small { margin-inline-start: ${space(1)}; color: ${color.textMuted}; font-size: ${type.small}; font-weight: 400; }
  & > span { display: flex; gap: ${space(3)}; }
`;

const NoEntries = styled.p`
  color: ${color.textMuted};
`;
