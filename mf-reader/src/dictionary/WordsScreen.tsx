import type { LookedUpWord } from '@lectern/shared-contracts/api/words.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { dayStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Quill } from '@lectern/shared-ui/illustrations/Quill.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Download, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { styled } from 'styled-components';

const undoMs = 5_000;

/** The words that the user has looked up, with their sentences; can be exported to Anki. */
export function WordsScreen() {
  const t = useTranslate();
  const { i18n, notify, sync } = useHost();
  const language = useReadable(i18n.language);
  const words = useData('GET /words', {});
  const books = useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });
  const titles = useMemo(
    () => new Map(books.status === 'ready' ? books.value.items.map(({ id, title }) => [id, title]) : []),
    [books],
  );
  const titleOf = (id: string) => titles.get(id) ?? null;
  const day = new Intl.DateTimeFormat(language, dayStyle);
  const items = words.status === 'ready' ? words.value.items : [];

  const save = () =>
    saveFile(
      new TextEncoder().encode(ankiFile(items, titleOf)),
      'lectern-words.txt',
      'text/plain;charset=utf-8',
    );
  const remove = ({ id, headword }: LookedUpWord) => {
    const actionId = crypto.randomUUID();
    runInBackground(sync.enqueue('DELETE_WORD', { id }, { id: actionId, holdFor: undoMs + 2_000 }));
    notify.show({
      tone: 'info',
      message: t('“{{word}}” was deleted.', { word: headword }),
      duration: undoMs,
      action: { label: t('Undo'), onAction: () => runInBackground(sync.drop(actionId)) },
    });
  };

  return (
    <>
      <PageHeader
        title={t('Words')}
        lead={t('What you looked up while reading, with the sentence it was in.')}
        actions={
          items.length > 0 ? (
            <Button icon={<Download />} onClick={save}>
              {t('Export for Anki')}
            </Button>
          ) : null
        }
      />
      {words.status === 'error' ? <ErrorState title={t(words.error.message)} /> : null}
      {words.status === 'ready' && items.length === 0 ? (
        <EmptyState
          illustration={<Quill />}
          title={t('No words yet')}
          message={t('Select a word in a book and choose Look up. It’s kept here with its sentence.')}
        />
      ) : null}
      <List aria-label={t('Words you looked up')}>
        {items.map((item) => (
          <WordEntry
            key={item.id}
            word={item}
            bookTitle={item.book_id === null ? null : titleOf(item.book_id)}
            day={day.format(new Date(item.created_at))}
            onDelete={() => remove(item)}
          />
        ))}
      </List>
    </>
  );
}

interface WordEntryProps {
  word: LookedUpWord;
  /** Null when the word was looked up in no book, or in a deleted one. */
  bookTitle: string | null;
  /** When it was looked up. */
  day: string;
  onDelete: () => void;
}

function WordEntry({ word, bookTitle, day, onDelete }: WordEntryProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  return (
    <li>
      <div>
        <h2 lang={word.language ?? undefined} dir="auto">
          {word.headword}
        </h2>
        {word.meaning ? <p dir="auto">{word.meaning}</p> : null}
        {word.sentence ? (
          <blockquote lang={word.language ?? undefined}>
            <bdi>{word.sentence}</bdi>
          </blockquote>
        ) : null}
        <small>
          {bookTitle !== null ? (
            <>
              <navigation.Link to={`/read/${word.book_id}`} state={{ position: word.position }}>
                <bdi>{bookTitle}</bdi>
              </navigation.Link>
              {' · '}
            </>
          ) : null}
          <bdi>{day}</bdi>
        </small>
      </div>
      <IconButton
        label={t('Delete “{{word}}”', { word: word.headword })}
        icon={<Trash2 />}
        onClick={onDelete}
      />
    </li>
  );
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  padding: 0;
  list-style: none;
  & > li {
    overflow-wrap: anywhere;
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: ${space(4)};
    padding-block: ${space(4)};
    border-block-end: 1px solid ${color.line};
  }
  & h2 { font-family: ${font.reading}; font-size: ${type.large}; font-weight: 500; }
  & blockquote {
    margin: ${space(2)} 0;
    padding-inline-start: ${space(3)};
    border-inline-start: 3px solid ${color.line};
    font-family: ${font.reading};
  }
  & p { margin-block-start: ${space(1)}; }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;

/**
 * A text file for Anki with one card per line: word, meaning, sentence and book, separated by tabs, with the file
 * headers of Anki 2.1.54 and later.
 * @param titleOf title of a book by id; null when unknown
 */
export function ankiFile(words: readonly LookedUpWord[], titleOf: (bookId: string) => string | null): string {
  const rows = words.map(({ headword, meaning, sentence, book_id }) =>
    [headword, meaning ?? '', sentence ?? '', (book_id === null ? null : titleOf(book_id)) ?? '']
      .map(fieldOf)
      .join('\t'),
  );
  return ['#separator:tab', '#html:false', '#columns:Word\tMeaning\tSentence\tBook', ...rows, ''].join('\n');
}

/** A field on one line. One with quotation marks, or with the sign of a comment at its start, is quoted, as in CSV. */
function fieldOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /"|^#/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
