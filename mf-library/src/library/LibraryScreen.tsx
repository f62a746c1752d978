import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { libraryNavigation } from '@lectern/shared-contracts/contract/navigationStates.ts';
import { matchesFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import {
  useData,
  useHost,
  useReadable,
  useSetTitle,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Tabs } from '@lectern/shared-ui/Tabs.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { BookCommandsProvider } from '../books/commands/BookCommandsProvider.tsx';
import { useElementWidth } from '../books/useElementWidth.ts';
import { LazyView, ViewLoading } from '../data/LazyView.tsx';
import { ReadFailed } from '../data/ReadFailed.tsx';
import { useBooks } from '../data/useBooks.ts';
import { DropToUpload } from '../uploads/DropToUpload.tsx';
import { HeaderCard } from './HeaderCard.tsx';
import { ShelfTab } from './ShelfTab.tsx';
import { contentWidth, gridLayout } from './shelf/gridLayout.ts';
import { StatisticsLoading } from './statistics/StatisticsLoading.tsx';
import { useLibraryPreferences } from './useLibraryPreferences.ts';

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
    <BookCommandsProvider>
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
          <ReadFailed error={books.error} read="GET /books" message={t('Failed to load your library')} />
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
    </BookCommandsProvider>
  );
}

/** Skeleton of a tab while the books are loading. */
function TabLoading({ tab }: { tab: LibraryTab }) {
  if (tab === 'library') return <LibraryLoading />;
  return tab === 'statistics' ? <StatisticsLoading /> : <ViewLoading />;
}

const subPages = {
  reading: () => import('./reading/ReadingView.tsx').then(({ ReadingView }) => ReadingView),
  statistics: () => import('./statistics/StatisticsView.tsx').then(({ StatisticsView }) => StatisticsView),
  collections: () =>
    import('../collections/page/CollectionsView.tsx').then(({ CollectionsView }) => CollectionsView),
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

/** Skeleton of the library while books are loading. */
function LibraryLoading() {
  const t = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  const { columns, rowHeight, coverWidth } = gridLayout(useElementWidth(container, contentWidth));
  return (
    <div ref={container}>
      <Words role="status">{t('Loading your library…')}</Words>
      <Grid aria-hidden style={{ gridTemplateColumns: `repeat(${columns}, 1fr)`, gridAutoRows: rowHeight }}>
        {Array.from({ length: columns * 2 }, (_, index) => `book ${index}`).map((key) => (
          <div key={key} style={{ inlineSize: coverWidth }}>
            <Skeleton shape="cover" />
            <Skeleton shape="line" width="80%" />
            <Skeleton shape="line" width="50%" />
          </div>
        ))}
      </Grid>
    </div>
  );
}

const Words = styled.p`
  margin-block-end: ${space(6)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Grid = styled.div`
  display: grid;
  & > div { display: grid; align-content: start; gap: ${space(2)}; }
`;

const libraryTabs = ['library', 'reading', 'statistics', 'collections', 'notes'] as const;
type LibraryTab = (typeof libraryTabs)[number];

/**
 * The selected tab: from the navigation state (`page`), else from the address (`?tab=`). Selecting
 * another writes the address, so that a reload keeps it.
 */
function useLibraryTab(): [LibraryTab, (tab: LibraryTab) => void] {
  const { navigation } = useHost();
  const { search, state } = useReadable(navigation.location);
  const inAddress = new URLSearchParams(search).get('tab');
  const tab = libraryNavigation(state).page ?? libraryTabs.find((name) => name === inAddress) ?? 'library';
  return [
    tab,
    (next) => navigation.go(next === 'library' ? '/library' : `/library?tab=${next}`, { replace: true }),
  ];
}
