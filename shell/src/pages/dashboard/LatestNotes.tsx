import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { LibraryNavigation } from '@lectern/shared-contracts/contract/navigationStates.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { NoteList } from './dashboardParts.ts';

const shown = 3;

/** The latest notes, each with its source below. */
export function LatestNotes({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const notes = useData('GET /notes', {});
  if (notes.status !== 'ready' || notes.value.items.length === 0) return null;
  const latest = [...notes.value.items]
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
    .slice(0, shown);
  const titleOf = (id: string | null) => books.find((book) => book.id === id)?.title;

  return (
    <Card title={t('Latest notes')} actions={<Link to="/notes">{t('All notes')}</Link>}>
      <NoteList>
        {latest.map((note) => (
          <li key={note.id}>
            <Link to="/library" state={{ page: 'notes', highlight: note.id } satisfies LibraryNavigation}>
              {note.position?.quote?.exact ? <q dir="auto">{note.position.quote.exact}</q> : null}
              <p dir="auto">{note.title || note.content}</p>
              <small dir="auto">{titleOf(note.book_id) ?? t('Without a book')}</small>
            </Link>
          </li>
        ))}
      </NoteList>
    </Card>
  );
}
