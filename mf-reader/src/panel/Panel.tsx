import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useStore } from 'zustand';
import { BookLanguage } from '../annotations/BookLanguage.ts';
import type { Bookmarks } from '../annotations/useBookmarks.ts';
import type { BookNotes } from '../annotations/useBookNotes.ts';
import type { Highlights } from '../annotations/useHighlights.ts';
import type { ContentsEntry } from '../engine/contents.ts';
import type { Renderer } from '../engine/renderer.ts';
import type { PanelTab, ReaderStore } from '../state/readerStore.ts';
import { BookContents } from './BookContents.tsx';
import { BookmarksTab } from './BookmarksTab.tsx';
import { DocumentParts } from './DocumentParts.tsx';
import { NotesTab } from './NotesTab.tsx';
import { PagesTab } from './PagesTab.tsx';
import { PastPlaces } from './PastPlaces.tsx';
import { SearchTab } from './SearchTab.tsx';
import { SidePanel } from './SidePanel.tsx';

export interface PanelProps {
  manifest: Manifest;
  title: string;
  renderer: Renderer;
  store: ReaderStore;
  contents: readonly ContentsEntry[];
  current: number;
  highlights: Highlights;
  bookmarks: Bookmarks;
  notes: BookNotes;
}

/** The panel with its tabs. An overlay closes after navigation. */
export function Panel({ title, ...props }: PanelProps) {
  const { manifest, renderer, store } = props;
  const panel = useStore(store, (state) => state.panel);
  const docked = useMediaQuery(media.wide);
  if (panel === null) return null;
  const close = () => {
    store.setState({ panel: null });
    renderer.focus();
  };
  const go = (work: () => Promise<void>) => {
    runInBackground(work());
    if (!docked) close();
  };
  return (
    <BookLanguage value={manifest.language ?? undefined}>
      <SidePanel
        tab={panel}
        title={title}
        onTab={(tab) => store.setState({ panel: tab })}
        hasPages={renderer.thumbnails !== null}
        onClose={close}
      >
        <TabContent {...props} tab={panel} go={go} />
      </SidePanel>
    </BookLanguage>
  );
}

interface TabContentProps extends Omit<PanelProps, 'title'> {
  tab: PanelTab;
  go: (work: () => Promise<void>) => void;
}

function TabContent({
  tab,
  go,
  manifest,
  renderer,
  store,
  contents,
  current,
  highlights,
  bookmarks,
  notes,
}: TabContentProps) {
  const { query, scope, found, place } = useStore(store);
  const open = (locator: Locator) => go(() => renderer.go(locator, { flash: true }));
  switch (tab) {
    case 'contents':
      return (
        <>
          <BookContents
            manifest={manifest}
            contents={contents}
            current={current}
            onOpen={(entry) => go(() => renderer.goToEntry(entry))}
          />
          {renderer.documentTools ? <DocumentParts tools={renderer.documentTools} /> : null}
        </>
      );
    case 'pages':
      return renderer.thumbnails && place ? (
        <PagesTab
          thumbnails={renderer.thumbnails}
          total={renderer.totalPages}
          current={place.page}
          onOpen={(page) => go(() => renderer.go({ page }))}
        />
      ) : null;
    case 'bookmarks':
      return (
        <>
          <BookmarksTab bookmarks={bookmarks} onOpen={({ position, page }) => open(position ?? { page })} />
          <PastPlaces
            bookId={manifest.book_id}
            onOpen={({ position, current_page }) => open(position ?? { page: current_page })}
          />
        </>
      );
    case 'notes':
      return (
        <NotesTab
          bookId={manifest.book_id}
          highlights={highlights}
          notes={notes}
          place={place}
          onOpen={open}
        />
      );
    case 'search':
      return (
        <SearchTab
          manifest={manifest}
          scope={scope}
          onScope={(next) => store.setState({ scope: next })}
          query={query}
          onQuery={(next) => store.setState({ query: next })}
          finder={renderer.finder}
          found={found}
          onOpen={open}
        />
      );
  }
}
