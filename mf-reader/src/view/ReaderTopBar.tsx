import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useStore } from 'zustand';
import type { Bookmarks } from '../annotations/useBookmarks.ts';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import type { AppearanceChoices } from '../appearance/useAppearance.ts';
import { TopBar, type TopBarProps } from '../controls/TopBar.tsx';
import type { Renderer } from '../engine/renderer.ts';
import type { Listening } from '../speech/useReadAloud.ts';
import type { ReaderStore } from '../state/readerStore.ts';
import type { SessionOffer } from './readingSession/useSessionOffer.ts';
import { useBarsStay } from './useBarsStay.ts';
import type { Controls } from './useControls.ts';

interface ReaderTopBarProps extends Pick<TopBarProps, 'bookItems' | 'onBookItems' | 'fullscreen'> {
  manifest: Manifest;
  book: Book | null;
  renderer: Renderer;
  store: ReaderStore;
  choices: AppearanceChoices;
  controls: Controls;
  bookmarks: Bookmarks;
  /** Title of the chapter at this place. */
  chapter: string | null;
  session: SessionOffer;
  listening: Listening;
}

/** The top bar with what its buttons do. */
export function ReaderTopBar({
  manifest,
  book,
  renderer,
  store,
  choices,
  controls,
  bookmarks,
  chapter,
  session,
  listening,
  ...menu
}: ReaderTopBarProps) {
  const t = useTranslate();
  const { place, panel, appearanceOpen, scale } = useStore(store);
  const openPanel = (opened: typeof panel) =>
    store.setState({ panel: opened, selected: null, pressed: null });
  const bookmark = place ? bookmarks.at(place.page) : null;
  const toggleBookmark = () => {
    if (bookmark) bookmarks.remove(bookmark);
    else if (place) bookmarks.add(place, chapter);
    store.setState({ announcement: bookmark ? t('Bookmark removed.') : t('Bookmarked.') });
  };
  const { start } = session;
  const startSession = () => {
    start?.();
    // The button disappears with it.
    renderer.focus();
  };
  const canReadAloud = listening.possible && listening.state.status === 'off';
  return (
    <TopBar
      {...menu}
      visible={controls.visible}
      title={book?.title ?? ''}
      language={book ? titleLanguage(book) : (manifest.language ?? undefined)}
      author={book?.author ?? ''}
      bookmarked={bookmark !== null}
      onBookmark={toggleBookmark}
      onSearch={() => openPanel('search')}
      panel={panel}
      onPanel={() => openPanel(panel === null || panel === 'search' ? 'contents' : null)}
      onStartSession={start && startSession}
      onReadAloud={canReadAloud ? () => runInBackground(listening.aloud.start()) : null}
      appearanceOpen={appearanceOpen}
      onAppearanceOpen={(open) => store.setState({ appearanceOpen: open })}
      onAppearanceClosed={() => renderer.focus()}
      appearance={<ReaderSettings {...{ manifest, choices, scale, session }} page={place?.page ?? 1} />}
      onHold={(on) => controls.hold('top', on)}
    />
  );
}

interface ReaderSettingsProps {
  manifest: Manifest;
  choices: AppearanceChoices;
  scale: number;
  page: number;
  session: SessionOffer;
}

/** Content of the Aa popover. */
function ReaderSettings({ manifest, choices, scale, page, session }: ReaderSettingsProps) {
  const t = useTranslate();
  const [barsStay, setBarsStay] = useBarsStay();
  const narrow = useMediaQuery(media.narrow);
  const kind = manifest.format === 'pdf' ? 'pdf' : manifest.layout === 'fixed' ? 'fixed' : 'text';
  return (
    <AppearanceForm kind={kind} choices={choices} scale={scale} page={page} inSteps={narrow}>
      <Switch
        label={t('Start a session when I open a book')}
        checked={session.automatic}
        onChange={session.setAutomatic}
      />
      <Switch label={t('Always show the controls')} checked={barsStay} onChange={setBarsStay} />
    </AppearanceForm>
  );
}
