import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { matchesFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useData, useHost, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Tabs } from '@lectern/shared-ui/Tabs.tsx';
import { useEffect } from 'react';
import { ShelfProvider } from '../bookCommands/ShelfProvider.tsx';
import { LazyView, ViewLoading } from '../data/LazyView.tsx';
import { useBooks } from '../data/useBooks.ts';
import { StatisticsLoading } from '../statistics/StatisticsLoading.tsx';
import { DropToUpload } from '../uploads/DropToUpload.tsx';
import { HeaderCard } from './HeaderCard.tsx';
import { LibraryError } from './LibraryError.tsx';
import { LibraryLoading } from './LibraryLoading.tsx';
import { ShelfTab } from './ShelfTab.tsx';
import { useLibraryPreferences } from './useLibraryPreferences.ts';
import { type LibraryTab, useLibraryTab } from './useLibraryTab.ts';

/** The page /library with its five tabs. */
export function LibraryScreen() {
  const { track } = useHost();
  const t = useTranslate();
  const books = useBooks();
  const [tab, setTab] = useLibraryTab();
  const { view, setView } = useLibraryPreferences();
  useSetTitle(t('Library'));
  useEffect(() => {
    track('library_visited');
  }, [track]);

  const loaded = books.status === 'ready' ? books.value : null;
  const badges = useBadges(loaded?.items);
  const labels: Record<LibraryTab, string> = {
    library: t('Library'),
    reading: t('Reading'),
    statistics: t('Statistics'),
    collections: t('Collections'),
    notes: t('Notes'),
  };
  return (
    <ShelfProvider>
      <HeaderCard books={loaded?.total} reading={badges.reading} view={view} onView={setView} />
      <Tabs
        label={t('Library')}
        items={(Object.keys(labels) as LibraryTab[]).map((value) => ({
          value,
          label: labels[value],
          badge: badges[value],
        }))}
        value={tab}
        onChange={setTab}
      >
        {books.status === 'error' ? (
          <LibraryError error={books.error} />
        ) : loaded === null ? (
          <TabLoading tab={tab} />
        ) : tab === 'library' ? (
          <DropToUpload>
            <ShelfTab books={loaded.items} />
          </DropToUpload>
        ) : (
          <LazyView key={tab} load={subPages[tab]} props={{ books: loaded.items }} />
        )}
      </Tabs>
    </ShelfProvider>
  );
}

/** Skeleton of a tab while the books are loading. */
function TabLoading({ tab }: { tab: LibraryTab }) {
  if (tab === 'library') return <LibraryLoading />;
  return tab === 'statistics' ? <StatisticsLoading /> : <ViewLoading />;
}

const subPages = {
  reading: () => import('../reading/ReadingView.tsx').then(({ ReadingView }) => ReadingView),
  statistics: () => import('../statistics/StatisticsView.tsx').then(({ StatisticsView }) => StatisticsView),
  collections: () =>
    import('../collectionsPage/CollectionsView.tsx').then(({ CollectionsView }) => CollectionsView),
  notes: () => import('../notes/NotesView.tsx').then(({ NotesView }) => NotesView),
};

/** Count of each tab; undefined until it is known. */
function useBadges(books: readonly Book[] | undefined): Record<LibraryTab, number | undefined> {
  const { session } = useHost();
  const collections = useData('GET /collections', {});
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  const { totalSessions } = useReadable(session.stats);
  const sessions = useData('GET /reading/sessions', { query: { limit: 30, offset: 0 } });
  const onServer = sessions.status === 'ready' ? sessions.value.total : undefined;
  return {
    library: books?.length,
    reading: books?.filter((book) => matchesFilter(book, 'reading')).length,
    statistics: totalSessions > 0 ? Math.max(totalSessions, onServer ?? 0) : onServer,
    collections: collections.status === 'ready' ? collections.value.items.length : undefined,
    notes:
      notes.status === 'ready' && highlights.status === 'ready'
        ? notes.value.items.length + highlights.value.items.length
        : undefined,
  };
}
