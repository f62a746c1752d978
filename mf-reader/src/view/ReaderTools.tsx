import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { citation } from '../annotations/citation.ts';
import { useBookmarks } from '../annotations/useBookmarks.ts';
import { useBookNotes } from '../annotations/useBookNotes.ts';
import { useHighlights } from '../annotations/useHighlights.ts';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import type { AppearanceChoices } from '../appearance/useAppearance.ts';
import { BottomBar } from '../controls/BottomBar.tsx';
import { Finished } from '../controls/Finished.tsx';
import { LinkDialog } from '../controls/LinkDialog.tsx';
import { MarkingTools } from '../controls/MarkingTools.tsx';
import { NoteCard } from '../controls/NoteCard.tsx';
import { PictureView } from '../controls/PictureView.tsx';
import { TopBar } from '../controls/TopBar.tsx';
import { useFullscreen } from '../controls/useFullscreen.ts';
import { chapterMarks, currentEntry, flattenContents } from '../engine/contents.ts';
import { findPage } from '../engine/findPage.ts';
import { minutesFor, type Pace, wordsAfter } from '../engine/pace.ts';
import type { Mark, Renderer } from '../engine/renderer.ts';
import { Panel } from '../panel/Panel.tsx';
import type { ReaderStore } from '../panel/readerStore.ts';
import type { ProgressSaver } from '../progress/progressSaver.ts';
import { ReadAloudBar } from '../speech/ReadAloudBar.tsx';
import { useMediaSession } from '../speech/useMediaSession.ts';
import { useReadAloud } from '../speech/useReadAloud.ts';
import { barsStayPreference } from './barsStayPreference.ts';
import { useAnnotatedCopy } from './bookMenu/useAnnotatedCopy.tsx';
import { useOfflineCopy } from './bookMenu/useOfflineCopy.tsx';
import { usePresentation } from './bookMenu/usePresentation.tsx';
import { usePrint } from './bookMenu/usePrint.tsx';
import { useReadAsText } from './bookMenu/useReadAsText.tsx';
import { PagePills } from './PagePills.tsx';
import { PreviewFonts } from './PreviewFonts.tsx';
import { useSessionOffer } from './readingSession/useSessionOffer.ts';
import type { Controls } from './useControls.ts';

export interface ReaderToolsProps {
  manifest: Manifest;
  book: Book | null;
  renderer: Renderer;
  store: ReaderStore;
  saver: ProgressSaver;
  /** Called when “Back to page N” may have changed. */
  onWayBack: () => void;
  choices: AppearanceChoices;
  controls: Controls;
  pace: Pace;
  /** Whether pages are scrolled instead of turned. */
  scrolled: boolean;
}

/** UI around the page, rendered after it, so that its requests come later. */
export function ReaderTools({
  manifest,
  book,
  renderer,
  store,
  saver,
  onWayBack,
  choices,
  controls,
  pace,
  scrolled,
}: ReaderToolsProps) {
  const t = useTranslate();
  const { notify, preferences, session: readingSession } = useHost();
  const barsStay = useReadable(preferences.watch(barsStayPreference, false)) === true;
  const bookId = manifest.book_id;
  const state = useStore(store);
  const { place } = state;
  const highlights = useHighlights(bookId);
  const bookmarks = useBookmarks(bookId);
  const notes = useBookNotes(bookId);
  const session = useSessionOffer(book, !state.isVisit);
  const language = manifest.language ?? book?.language ?? null;
  const recorded = manifest.spine.some(({ overlay }) => overlay !== undefined);
  const listening = useReadAloud(renderer, { language, recorded }, place);
  const { aloud } = listening;
  const listens = listening.state.status !== 'off';
  useEffect(() => {
    store.setState({ readFrom: listens ? (text) => aloud.from(text) : null });
  }, [store, aloud, listens]);
  useMediaSession(listening, book);
  const offlineCopy = useOfflineCopy(bookId, book?.file_size ?? null);
  const annotatedCopy = useAnnotatedCopy(renderer, book?.title ?? '', highlights, notes);
  const fullscreen = useFullscreen();
  const presentation = usePresentation(renderer, choices.appearance, fullscreen);
  const asText = useReadAsText(renderer, choices);
  const contents = useMemo(() => flattenContents(manifest), [manifest]);
  const narrow = useMediaQuery(media.narrow);
  const marks = useMemo(() => chapterMarks(contents, narrow ? 40 : 120), [contents, narrow]);
  const current = currentEntry(contents, place);
  const chapter = contents[current]?.entry.title ?? null;

  const drawnMarks = useMemo(() => highlights.items.flatMap(markOf), [highlights.items]);
  useEffect(() => renderer.setMarks(drawnMarks), [renderer, drawnMarks]);
  const print = usePrint(renderer, place?.page ?? 1, drawnMarks);

  // While the bars are hidden, the session widget is too.
  const reading = !controls.visible;
  useEffect(() => {
    readingSession.keepAside(reading);
    return () => readingSession.keepAside(false);
  }, [readingSession, reading]);

  // The bottom bar announces the page; a new chapter is announced by its title.
  const announcedChapter = useRef(chapter);
  useEffect(() => {
    if (announcedChapter.current !== null && chapter !== null && announcedChapter.current !== chapter)
      store.setState({ announcement: chapter });
    announcedChapter.current = chapter;
  }, [chapter, store]);

  const { hold } = controls;
  const anythingOpen = state.panel !== null || state.appearanceOpen;
  useEffect(() => hold('open', anythingOpen), [hold, anythingOpen]);

  const jump = (go: () => Promise<void>) => runInBackground(go());
  const openPanel = (panel: typeof state.panel) => store.setState({ panel, selected: null, pressed: null });
  const bookmark = place ? bookmarks.at(place.page) : null;
  const toggleBookmark = () => {
    if (bookmark) bookmarks.remove(bookmark);
    else if (place) bookmarks.add(place, chapter);
    store.setState({ announcement: bookmark ? t('Bookmark removed.') : t('Bookmarked.') });
  };
  const copy = (text: string, page: number | null) => {
    const named = page !== null && page === place?.page ? (place.label ?? page) : page;
    const source = { title: book?.title ?? '', author: book?.author ?? '', chapter, page: named };
    navigator.clipboard.writeText(citation(text, source)).then(
      () => notify.show({ tone: 'success', message: t('Copied with its source.') }),
      () => notify.show({ tone: 'warning', message: t('Your browser blocked copying.') }),
    );
  };
  const back = state.back && {
    label: t('Back to page {{page}}', { page: state.back.page }),
    onPress: () => {
      runInBackground(saver.goBack((to) => renderer.go(to)).then(onWayBack));
      renderer.focus();
    },
    onDismiss: () => {
      saver.dismissBack();
      onWayBack();
      renderer.focus();
    },
  };
  const leaveEnd = () => {
    store.setState({ finished: false });
    renderer.focus();
  };
  // The button disappears with it.
  const { start } = session;
  const startSession =
    start &&
    (() => {
      start();
      renderer.focus();
    });
  const kind = manifest.format === 'pdf' ? 'pdf' : manifest.layout === 'fixed' ? 'fixed' : 'text';

  return (
    <>
      <TopBar
        visible={controls.visible}
        title={book?.title ?? ''}
        language={book ? titleLanguage(book) : (manifest.language ?? undefined)}
        author={book?.author ?? ''}
        bookmarked={bookmark !== null}
        onBookmark={toggleBookmark}
        onSearch={() => openPanel('search')}
        panelOpen={state.panel !== null}
        onPanel={() => openPanel(state.panel === null ? 'contents' : null)}
        onStartSession={startSession}
        onReadAloud={
          listening.possible && listening.state.status === 'off'
            ? () => runInBackground(listening.aloud.start())
            : null
        }
        bookItems={[asText.item, offlineCopy, annotatedCopy, print.item, presentation].filter(
          (item) => item !== null,
        )}
        onBookItems={asText.look}
        fullscreen={fullscreen}
        appearanceOpen={state.appearanceOpen}
        onAppearanceOpen={(appearanceOpen) => store.setState({ appearanceOpen })}
        onAppearanceClosed={() => renderer.focus()}
        appearance={
          <AppearanceForm kind={kind} choices={choices} scale={state.scale} page={place?.page ?? 1}>
            <PreviewFonts />
            <Switch
              label={t('Start a session when I open a book')}
              checked={session.automatic}
              onChange={session.setAutomatic}
            />
            <Switch
              label={t('Always show the controls')}
              checked={barsStay}
              onChange={(stay) => preferences.set(barsStayPreference, stay)}
            />
          </AppearanceForm>
        }
        onHold={(on) => hold('top', on)}
      />
      {place ? (
        <BottomBar
          visible={controls.visible}
          place={place}
          chapter={
            place.label === null
              ? chapter
              : [chapter, t('p. {{label}}', { label: place.label })].filter(Boolean).join(' · ')
          }
          chapterAt={(page) => contents.findLast((entry) => entry.page <= page)?.entry.title ?? null}
          marks={marks}
          back={back}
          minutesLeft={
            place.wordsLeft === null || place.wordsLeft < 2 || place.atEnd
              ? null
              : minutesFor(place.wordsLeft, pace)
          }
          bookMinutesLeft={
            place.wordsLeft === null || place.atEnd
              ? null
              : minutesFor(place.wordsLeft + wordsAfter(manifest.spine, place.target), pace)
          }
          rtl={manifest.direction === 'rtl'}
          onPage={(page) => jump(() => renderer.goToPage(page))}
          onEnter={(typed) => {
            const labels = renderer.documentTools?.pageLabels() ?? null;
            const page = findPage(typed, renderer.totalPages, labels);
            if (page !== null) jump(() => renderer.goToPage(page));
            return page !== null;
          }}
          onNext={() => runInBackground(renderer.next())}
          onPrevious={() => (state.finished ? leaveEnd() : runInBackground(renderer.previous()))}
          onHold={(on) => hold('bottom', on)}
        />
      ) : null}
      <PagePills
        renderer={renderer}
        store={store}
        back={back}
        scrolled={scrolled}
        controlsVisible={controls.visible}
      />
      <Panel
        manifest={manifest}
        title={book?.title ?? ''}
        renderer={renderer}
        store={store}
        contents={contents}
        current={current}
        highlights={highlights}
        bookmarks={bookmarks}
        notes={notes}
        onJump={jump}
      />
      <MarkingTools
        bookId={bookId}
        language={language}
        renderer={renderer}
        store={store}
        highlights={highlights}
        bookmarks={bookmarks}
        chapter={chapter}
        onCopy={copy}
      />
      {state.note ? (
        <NoteCard
          note={state.note}
          onFollow={() => {
            const { note } = state;
            store.setState({ note: null });
            note?.follow();
            renderer.focus();
          }}
          onClose={() => {
            store.setState({ note: null });
            renderer.focus();
          }}
        />
      ) : null}
      {state.picture ? (
        <PictureView
          picture={state.picture}
          onClose={() => {
            store.setState({ picture: null });
            renderer.focus();
          }}
        />
      ) : null}
      {listening.state.status === 'off' ? null : (
        <ReadAloudBar
          listening={listening}
          language={language}
          recorded={recorded}
          hasChapters={manifest.format === 'epub'}
          raised={controls.visible}
        />
      )}
      <VisuallyHidden role="status" data-announcements>
        {state.announcement}
      </VisuallyHidden>
      {print.dialog}
      <LinkDialog url={state.link} onClose={() => store.setState({ link: null })} />
      {state.finished ? (
        <Finished
          title={book?.title ?? ''}
          author={book?.author ?? ''}
          completed={book?.completed === true}
          onStay={leaveEnd}
        />
      ) : null}
    </>
  );
}

function markOf({
  id,
  color,
  style = 'highlight',
  position,
}: {
  id: string;
  color: Mark['color'];
  style?: Mark['style'];
  position: Mark['locator'] | null;
}): Mark[] {
  return position ? [{ id, color, style, locator: position }] : [];
}
