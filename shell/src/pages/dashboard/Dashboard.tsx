import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { LibraryNavigation } from '@lectern/shared-contracts/contract/navigationStates.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import { plainWords } from '@lectern/shared-contracts/domain/notes/plainWords.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { useEffect } from 'react';
import { Fills } from '../../remotes/points/Fill.tsx';
import { everyBook } from '../../routes/dashboardPage.ts';
import { ContinueReading, ContinueSkeleton } from './ContinueReading.tsx';
import {
  Columns,
  Eyebrow,
  Greeting,
  Hero,
  HeroActions,
  HeroCover,
  HeroWords,
  NoteList,
  Side,
  Trunk,
} from './dashboardParts.ts';
import { FirstBook } from './FirstBook.tsx';

/** The home page: the current book, surrounded by widgets. */
export function Dashboard() {
  const t = useTranslate();
  const host = useHost();
  const user = useReadable(host.auth.user);
  const books = useData('GET /books', everyBook, { allPages: true });
  const hello = t(greeting(new Date().getHours()));
  const firstName = user?.name.trim().split(/\s+/)[0];
  const empty = books.status === 'ready' && books.value.items.length === 0;
  const current = books.status === 'ready' ? currentBook(books.value.items) : null;
  useContinueShortcut(current);

  return (
    <>
      <Greeting>{firstName ? t('{{hello}}, {{name}}', { hello, name: firstName }) : hello}</Greeting>
      {books.status === 'error' ? (
        <ErrorState
          title={t('Your books cannot be shown right now')}
          message={t(books.error.message)}
          actions={<Button onClick={() => host.data.refresh('GET /books')}>{t('Try Again')}</Button>}
        />
      ) : null}
      {empty ? <FirstBook /> : null}
      {empty || books.status === 'error' ? null : (
        <Columns>
          <Trunk>
            {books.status === 'loading' ? <ContinueSkeleton /> : null}
            {books.status === 'ready' && current ? <ContinueReading book={current} /> : null}
            {books.status === 'ready' && !current ? <NothingBegun books={books.value.items} /> : null}
            <Fills point="shell/dashboard" />
          </Trunk>
          <Side>
            <Fills point="shell/dashboard-side" />
            <LatestNotes books={books.status === 'ready' ? books.value.items : []} />
          </Side>
        </Columns>
      )}
    </>
  );
}

const shown = 3;

/** The latest notes, each with its source below. */
function LatestNotes({ books }: { books: readonly Book[] }) {
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
              <p dir="auto">{note.title || plainWords(note.content)}</p>
              <small dir="auto">{titleOf(note.book_id) ?? t('Without a book')}</small>
            </Link>
          </li>
        ))}
      </NoteList>
    </Card>
  );
}

/** Shown when no book has been started: suggests the newest unread one. */
function NothingBegun({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const next = books.find((book) => !book.completed && book.format !== 'none') ?? books[0];
  if (!next) return null;
  return (
    <Hero aria-labelledby="begin-title">
      <HeroCover>
        <Cover
          size="fluid"
          eager
          decorative
          title={next.title}
          author={next.author}
          src={next.cover_base ? `${next.cover_base}/large.webp` : (next.cover_url ?? undefined)}
          generatedBadge={next.cover_source === 'generated' ? t('AI-generated') : undefined}
        />
      </HeroCover>
      <HeroWords>
        <Eyebrow>{t('Up next')}</Eyebrow>
        <h2 id="begin-title" dir="auto" lang={titleLanguage(next)}>
          {next.title}
        </h2>
        <p dir="auto">{next.author}</p>
        <HeroActions>
          <Button as={Link} to={`/read/${next.id}`} variant="primary" size="large">
            {t('Start reading')}
          </Button>
          <Button as={Link} to="/library" size="large">
            {t('Choose another')}
          </Button>
        </HeroActions>
      </HeroWords>
    </Hero>
  );
}

/**
 * Handles the 'Continue reading' shortcut of the installed app: opens the current book, or stays on the dashboard.
 */
function useContinueShortcut(current: Book | null): void {
  const { navigation } = useHost();
  const id = current?.id;
  useEffect(() => {
    const { search } = navigation.location.get();
    if (id === undefined || !new URLSearchParams(search).has('continue')) return;
    navigation.go(`/read/${id}`, { replace: true });
  }, [id, navigation]);
}
