import { currentBook } from '@lectern/shared-contracts/domain/books/currentBook.ts';
import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { Slot } from '../../boundaries/Slot.tsx';
import { everyBook } from '../../routes/dashboardPage.ts';
import { ContinueReading, ContinueSkeleton } from './ContinueReading.tsx';
import { Columns, Greeting, Side, Trunk } from './dashboardParts.ts';
import { FirstBook } from './FirstBook.tsx';
import { LatestNotes } from './LatestNotes.tsx';
import { NothingBegun } from './NothingBegun.tsx';
import { useContinueShortcut } from './useContinueShortcut.ts';

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
            <Slot name="dashboard" />
          </Trunk>
          <Side>
            <Slot name="dashboard-side" />
            <LatestNotes books={books.status === 'ready' ? books.value.items : []} />
          </Side>
        </Columns>
      )}
    </>
  );
}
