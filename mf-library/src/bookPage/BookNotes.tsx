import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useLeftDraft } from '@lectern/shared-contracts/react/useDraft.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { EntryEditor } from '../notes/EntryEditor.tsx';
import { EntryList } from '../notes/EntryList.tsx';
import { ExportMenu } from '../notes/ExportMenu.tsx';
import type { Entry } from '../notes/entries.ts';
import { draftNames, type EntryDraft } from '../notes/entryDraft.ts';
import { useNoteActions } from '../notes/useNoteActions.ts';

interface BookNotesProps {
  book: Book;
  entries: readonly Entry[];
  state: 'loading' | 'ready' | 'error';
}

const none: ReadonlySet<string> = new Set();

/** Notes and highlights of this book in reading order. */
export function BookNotes({ book, entries, state }: BookNotesProps) {
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
          {entries.length > 0 ? <ExportMenu entries={entries} /> : null}
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
        <Words>{t('Everything you highlight and write while reading appears here.')}</Words>
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
  & small { color: ${color.textMuted}; font-size: ${type.small}; font-weight: 400; }
  & > span { display: flex; gap: ${space(3)}; }
`;

const Words = styled.p`
  color: ${color.textMuted};
`;
