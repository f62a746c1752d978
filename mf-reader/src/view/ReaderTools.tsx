import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { useEffect, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { citation } from '../annotations/citation.ts';
import { useBookmarks } from '../annotations/useBookmarks.ts';
import { useBookNotes } from '../annotations/useBookNotes.ts';
import { type Highlights, useHighlights } from '../annotations/useHighlights.ts';
import type { AppearanceChoices } from '../appearance/useAppearance.ts';
import { Finished } from '../controls/Finished.tsx';
import { LinkDialog } from '../controls/LinkDialog.tsx';
import { MarkingTools } from '../controls/MarkingTools.tsx';
import { NoteCard } from '../controls/NoteCard.tsx';
import { PictureView } from '../controls/PictureView.tsx';
import { useFullscreen } from '../controls/useFullscreen.ts';
import { currentEntry, flattenContents } from '../engine/contents.ts';
import type { Pace } from '../engine/pace.ts';
import type { Mark, Place, Renderer } from '../engine/renderer.ts';
import { Panel } from '../panel/Panel.tsx';
import type { ProgressSaver } from '../progress/progressSaver.ts';
import { ReadAloudBar } from '../speech/ReadAloudBar.tsx';
import { useMediaSession } from '../speech/useMediaSession.ts';
import { type Listening, useReadAloud } from '../speech/useReadAloud.ts';
import type { ReaderState, ReaderStore } from '../state/readerStore.ts';
import { useBookMenu } from './bookMenu/useBookMenu.tsx';
import { PagePills } from './PagePills.tsx';
import { PlaceBar } from './PlaceBar.tsx';
import { ReaderTopBar } from './ReaderTopBar.tsx';
import { useSessionOffer } from './readingSession/useSessionOffer.ts';
import type { Controls } from './useControls.ts';

export interface ReaderToolsProps {
  manifest: Manifest;
  book: Book | null;
  renderer: Renderer;
  store: ReaderStore;
  saver: ProgressSaver;
  /** Called when “Back to page N” may have changed. */
  onBackChange: () => void;
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
  onBackChange,
  choices,
  controls,
  pace,
  scrolled,
}: ReaderToolsProps) {
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
  useReadFromTap(store, listening);
  useMediaSession(listening, book);
  const marks = useDrawnMarks(renderer, highlights.items);
  const fullscreen = useFullscreen();
  const page = place?.page ?? 1;
  const menu = useBookMenu({ bookId, book, renderer, page, choices, highlights, notes, marks, fullscreen });
  const contents = useMemo(() => flattenContents(manifest), [manifest]);
  const current = currentEntry(contents, place);
  const chapter = contents[current]?.entry.title ?? null;
  useChapterAnnouncement(store, chapter);
  useHiddenSessionWidget(!controls.visible || state.panel !== null);
  const copy = useCopyWithSource(book, place, chapter);
  const back = useBackToPage({ renderer, store, saver, onBackChange });

  const { hold } = controls;
  const anythingOpen = state.panel !== null || state.appearanceOpen;
  useEffect(() => hold('open', anythingOpen), [hold, anythingOpen]);

  return (
    <>
      <ReaderTopBar
        {...{ manifest, book, renderer, store, choices, controls, bookmarks, chapter }}
        session={session}
        listening={listening}
        fullscreen={fullscreen}
        bookItems={menu.items}
        onBookItems={menu.onOpen}
      />
      {place && bookmarks.at(place.page) ? <Ribbon aria-hidden /> : null}
      {place ? (
        <PlaceBar {...{ manifest, renderer, store, place, contents, chapter, back, pace, controls }} />
      ) : null}
      <PagePills {...{ renderer, store, back, scrolled }} controlsVisible={controls.visible} />
      <Panel
        {...{ manifest, renderer, store, contents, current, highlights, bookmarks, notes }}
        title={book?.title ?? ''}
      />
      <MarkingTools
        {...{ bookId, language, renderer, store, highlights, bookmarks, chapter }}
        onCopy={copy}
      />
      {listening.state.status === 'off' ? null : (
        <ReadAloudBar
          listening={listening}
          language={language}
          recorded={recorded}
          hasChapters={manifest.format === 'epub'}
          raised={controls.visible}
        />
      )}
      {menu.printDialog}
      <Overlays book={book} renderer={renderer} store={store} />
    </>
  );
}

/** Draws the highlights on the pages. @returns what is drawn */
function useDrawnMarks(renderer: Renderer, items: Highlights['items']): readonly Mark[] {
  const marks = useMemo(
    () =>
      items.flatMap(({ id, color, style = 'highlight', position }): Mark[] =>
        position ? [{ id, color, style, locator: position }] : [],
      ),
    [items],
  );
  useEffect(() => renderer.setMarks(marks), [renderer, marks]);
  return marks;
}

/** While the book is read aloud, a tap on a word continues there. */
function useReadFromTap(store: ReaderStore, { aloud, state }: Listening): void {
  const listens = state.status !== 'off';
  useEffect(() => {
    store.setState({ readFrom: listens ? (text) => aloud.from(text) : null });
  }, [store, aloud, listens]);
}

/** A new chapter is announced by its title; the bottom bar announces the page. */
function useChapterAnnouncement(store: ReaderStore, chapter: string | null): void {
  const announced = useRef(chapter);
  useEffect(() => {
    if (announced.current !== null && chapter !== null && announced.current !== chapter)
      store.setState({ announcement: chapter });
    announced.current = chapter;
  }, [chapter, store]);
}

type BackOptions = Pick<ReaderToolsProps, 'renderer' | 'store' | 'saver' | 'onBackChange'>;

/** “Back to page N” after a jump; null for none. */
function useBackToPage({ renderer, store, saver, onBackChange }: BackOptions) {
  const t = useTranslate();
  const back = useStore(store, (state) => state.back);
  if (!back) return null;
  return {
    label: t('Back to page {{page}}', { page: back.page }),
    onPress: () => {
      runInBackground(saver.goBack((to) => renderer.go(to)).then(onBackChange));
      renderer.focus();
    },
    onDismiss: () => {
      saver.dismissBack();
      onBackChange();
      renderer.focus();
    },
  };
}

/** The session widget is hidden with the bars, and while the panel is open, which it would cover. */
function useHiddenSessionWidget(hidden: boolean): void {
  const { session } = useHost();
  useEffect(() => {
    session.keepAside(hidden);
    return () => session.keepAside(false);
  }, [session, hidden]);
}

/** Copies a passage together with book, chapter and page. */
function useCopyWithSource(book: Book | null, place: Place | null, chapter: string | null) {
  const t = useTranslate();
  const { notify } = useHost();
  return (text: string, page: number | null): void => {
    const named = page !== null && page === place?.page ? (place.label ?? page) : page;
    const source = { title: book?.title ?? '', author: book?.author ?? '', chapter, page: named };
    navigator.clipboard.writeText(citation(text, source)).then(
      () => notify.show({ tone: 'success', message: t('Copied with its source.') }),
      () => notify.show({ tone: 'warning', message: t('Your browser blocked copying.') }),
    );
  };
}

interface OverlaysProps {
  book: Book | null;
  renderer: Renderer;
  store: ReaderStore;
}

/** What lies over the page: a footnote, a picture, a link to confirm, “The end”; and the announcements. */
function Overlays({ book, renderer, store }: OverlaysProps) {
  const { note, picture, link, finished, announcement } = useStore(store);
  const close = (closed: Partial<ReaderState>) => {
    store.setState(closed);
    renderer.focus();
  };
  return (
    <>
      {note ? (
        <NoteCard
          note={note}
          onFollow={() => {
            store.setState({ note: null });
            note.follow();
            renderer.focus();
          }}
          onClose={() => close({ note: null })}
        />
      ) : null}
      {picture ? <PictureView picture={picture} onClose={() => close({ picture: null })} /> : null}
      <VisuallyHidden role="status" data-announcements>
        {announcement}
      </VisuallyHidden>
      <LinkDialog url={link} onClose={() => store.setState({ link: null })} />
      {finished ? <Finished book={book} onStay={() => close({ finished: false })} /> : null}
    </>
  );
}

/** Marks a page with a bookmark, in its corner, with and without the bars. */
const Ribbon = styled.div`
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: calc(var(--panel, 0px) + 1.5rem);
  inline-size: 1rem;
  block-size: calc(1.75rem + env(safe-area-inset-top));
  background: ${color.accent};
  clip-path: polygon(0 0, 100% 0, 100% 100%, 50% calc(100% - 0.45rem), 0 100%);
  pointer-events: none;
`;
