import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import {
  useData,
  useHost,
  useReadable,
  useSetTitle,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Compass } from '@lectern/shared-ui/illustrations/Compass.tsx';
import { Quill } from '@lectern/shared-ui/illustrations/Quill.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { PenLine } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { bookPageAddress } from '../books/bookAddress.ts';
import { formatMonth } from '../books/formats.ts';
import { itemsOf } from '../data/itemsOf.ts';
import { ReadFailed } from '../data/ReadFailed.tsx';
import { useKnownBooks } from '../data/useBooks.ts';
import { useHighlightTarget } from '../data/useHighlightTarget.ts';
import { draftNames, type EntryDraft, EntryEditor } from './EntryEditor.tsx';
import { EntryList } from './EntryList.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { type Entry, entriesOf } from './entries.ts';
import {
  countBy,
  type EntryFilter,
  type EntryOrder,
  filterEntries,
  groupOf,
  noFilter,
  orderEntries,
  orderLabels,
} from './filterEntries.ts';
import { NoteFilters } from './NoteFilters.tsx';
import { useNoteActions } from './useNoteActions.ts';

/** Every note and highlight of every book. */
export function NotesView({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const { status, entries, failed } = useNotes(books);
  const { create } = useNoteActions();
  const newIds = useSeenNotes(entries);
  const target = useHighlightTarget();
  const [filter, setFilter] = useState<EntryFilter>(noFilter);
  const [writing, setWriting] = useState(useLeftDraft<EntryDraft>(draftNames.create(null)) !== null);
  // Filters are reset when the navigation names an entry.
  useEffect(() => {
    if (target !== null) setFilter(noFilter);
  }, [target]);
  const [order, setOrder] = useState<EntryOrder>('newest');
  const shown = useMemo(() => orderEntries(filterEntries(entries, filter), order), [entries, filter, order]);
  const keyOf = useCallback((entry: Entry) => groupOf(entry, order), [order]);
  const countOf = useMemo(() => countBy(shown.map(keyOf)), [shown, keyOf]);
  const byTag = useCallback((tag: string) => setFilter((before) => ({ ...before, tag })), []);

  if (failed) return <ReadFailed error={failed.error} read={failed.read} />;
  if (status === 'loading') {
    return (
      <Stack gap={8} role="status" aria-label={t('Loading your notes…')}>
        <Skeleton shape="paragraph" />
        <Skeleton shape="paragraph" lines={2} />
        <Skeleton shape="paragraph" />
      </Stack>
    );
  }
  const write = (
    <Button
      variant={entries.length === 0 ? 'primary' : 'secondary'}
      icon={<PenLine />}
      onClick={() => setWriting(true)}
    >
      {t('Write a note')}
    </Button>
  );
  const editor = writing ? (
    <EntryEditor
      books={books}
      bookId={filter.bookId}
      onSave={(fields) => create(fields)}
      onClose={() => setWriting(false)}
    />
  ) : null;
  if (entries.length === 0) {
    return (
      editor ?? (
        <EmptyState
          illustration={<Quill />}
          title={t('No notes yet')}
          message={t('Everything you highlight and write while reading, in all your books, appears here.')}
          action={write}
        />
      )
    );
  }
  return (
    <Columns>
      <NoteFilters entries={entries} filter={filter} onFilter={setFilter} />
      <div>
        <Bar>
          <p role="status">{t('{{count}} entries', { count: shown.length })}</p>
          <Select
            label={t('Sort by')}
            hideLabel
            value={order}
            onChange={(value) => setOrder(value as EntryOrder)}
            options={Object.entries(orderLabels).map(([value, label]) => ({ value, label: t(label) }))}
          />
          <Stack direction="inline" gap={3}>
            {writing ? null : write}
            <ExportMenu entries={shown} bookId={filter.bookId} />
          </Stack>
        </Bar>
        <Stack gap={8}>
          {editor}
          {shown.length === 0 ? (
            <EmptyState
              illustration={<Compass />}
              headingLevel={3}
              title={t('No note matches')}
              action={<Button onClick={() => setFilter(noFilter)}>{t('Show all notes')}</Button>}
            />
          ) : (
            <EntryList
              key={order}
              entries={shown}
              newIds={newIds}
              target={target}
              onTag={byTag}
              inBook={order === 'book'}
              keyOf={keyOf}
              headingOf={(entry) => (
                <EntryHeading
                  entry={entry}
                  count={countOf.get(keyOf(entry)) ?? 0}
                  byBook={order === 'book'}
                  books={books}
                />
              )}
            />
          )}
        </Stack>
      </div>
    </Columns>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${space(8)};
  & > * { min-inline-size: 0; }
  @media ${media.wide} {
    grid-template-columns: minmax(0, 1fr) 17rem;
    gap: ${space(16)};
    & > :first-child {
      order: 1;
      position: sticky;
      inset-block-start: ${space(24)};
      align-self: start;
    }
  }
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  margin-block-end: ${space(6)};
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
`;

interface EntryHeadingProps {
  /** The first entry below the heading. */
  entry: Entry;
  /** Number of entries below it. */
  count: number;
  byBook: boolean;
  books: readonly Book[];
}

/** Names the month or the book of the entries below. */
function EntryHeading({ entry, count, byBook, books }: EntryHeadingProps) {
  const t = useTranslate();
  const { i18n, navigation } = useHost();
  const language = useReadable(i18n.language);
  const number = <small>{new Intl.NumberFormat(language).format(count)}</small>;
  if (!byBook)
    return (
      <Head>
        {formatMonth(entry.day, language)} {number}
      </Head>
    );
  const book = books.find(({ id }) => id === entry.bookId);
  if (book === undefined)
    return (
      <Head>
        {t('No book')} {number}
      </Head>
    );
  return (
    <BookHead>
      <BookCover book={book} size="thumbnail" badge={false} />
      <div>
        <Head dir="auto" lang={book.language || undefined}>
          <navigation.Link to={bookPageAddress(book.id)}>{book.title}</navigation.Link> {number}
        </Head>
        <p dir="auto">{book.author}</p>
      </div>
    </BookHead>
  );
}

const Head = styled.h2`
  margin-block-end: ${space(5)};
  font-family: ${font.reading};
  font-size: ${type.large};
  font-weight: 500;
  & > small { margin-inline-start: ${space(1)}; color: ${color.textMuted}; font-family: ${font.interface}; font-size: ${type.small}; font-weight: 400; }
  & > a { color: inherit; }
`;

const BookHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  margin-block-end: ${space(6)};
  & > div { min-inline-size: 0; }
  & ${Head} { margin: 0; }
  & p { color: ${color.textMuted}; font-size: ${type.small}; }
`;

interface NotesState {
  status: 'loading' | 'ready' | 'error';
  entries: readonly Entry[];
  /** Set when neither notes nor highlights could be loaded. */
  failed: { error: HostError; read: ReadKey } | null;
}

/** Notes and highlights of all books, newest first. */
function useNotes(books: readonly Book[]): NotesState {
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  const entries = useMemo(
    () => entriesOf(itemsOf(notes), itemsOf(highlights), books),
    [notes, highlights, books],
  );
  if (notes.status === 'error') {
    return { status: 'error', entries, failed: { error: notes.error, read: 'GET /notes' } };
  }
  if (highlights.status === 'error') {
    return { status: 'error', entries, failed: { error: highlights.error, read: 'GET /highlights' } };
  }
  const loading = notes.status === 'loading' || highlights.status === 'loading';
  return { status: loading ? 'loading' : 'ready', entries, failed: null };
}

const none: ReadonlySet<string> = new Set();

/**
 * Marks all notes as read when the page is opened.
 * @returns ids that were unread when the page was opened, which stay marked
 */
function useSeenNotes(entries: readonly Entry[]): ReadonlySet<string> {
  const { api, data } = useHost();
  const [seen, setSeen] = useState(none);
  const unread = entries
    .filter((entry) => entry.unread && !seen.has(entry.id))
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (unread === '') return;
    setSeen((before) => new Set([...before, ...unread.split(' ')]));
    api
      .call('POST /notes/seen', {})
      .then(() => data.refresh('GET /notes'))
      // Offline they stay unread on the server until the next visit.
      .catch(() => undefined);
  }, [unread, api, data]);
  return seen;
}

/** The page /notes. */
export function NotesScreen() {
  const t = useTranslate();
  useSetTitle(t('Notes'));
  return (
    <>
      <PageHeader title={t('Notes')} lead={t('What you highlighted, and what you thought about it.')} />
      <NotesView books={useKnownBooks()} />
    </>
  );
}
