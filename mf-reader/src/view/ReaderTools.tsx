import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useMemo, useRef } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { type Highlights, useAnnotations } from '../annotations/annotations.ts';
import { BottomBar, type WayBack } from '../controls/BottomBar.tsx';
import { MarkingTools } from '../controls/MarkingTools.tsx';
import { Overlays } from '../controls/Overlays.tsx';
import { PagePills } from '../controls/PagePills.tsx';
import { TopBar } from '../controls/TopBar.tsx';
import { useSessionOffer } from '../controls/useSessionOffer.ts';
import { currentEntry, flattenContents } from '../engine/contents.ts';
import type { Mark, Renderer } from '../engine/renderer.ts';
import { Panel } from '../panel/Panel.tsx';
import { ReadAloudBar } from '../speech/ReadAloudBar.tsx';
import { type Listening, useMediaSession, useReadAloud } from '../speech/useReadAloud.ts';
import { OpenedBook } from './state/openedBook.ts';
import type { ReaderStore } from './state/readerStore.ts';

type ReaderToolsProps = Pick<
  OpenedBook,
  | 'manifest'
  | 'book'
  | 'renderer'
  | 'store'
  | 'saver'
  | 'onBackChange'
  | 'choices'
  | 'controls'
  | 'pace'
  | 'scrolled'
>;

/** UI around the page, rendered after it, so that its requests come later. */
export function ReaderTools(props: ReaderToolsProps) {
  const { manifest, book, renderer, store, controls } = props;
  const { place, isVisit, panel, appearanceOpen } = useStore(store);
  const annotations = useAnnotations(manifest.book_id);
  const { highlights, bookmarks } = annotations;
  const session = useSessionOffer(book, !isVisit);
  const language = manifest.language ?? book?.language ?? null;
  const listening = useReadAloud(renderer, manifest, language, place);
  useReadFromTap(store, listening);
  useMediaSession(listening, book);
  const marks = useDrawnMarks(renderer, highlights.items);
  const contents = useMemo(() => flattenContents(manifest), [manifest]);
  const current = currentEntry(contents, place);
  const chapter = contents[current]?.entry.title ?? null;
  useChapterAnnouncement(store, chapter);
  useHiddenSessionWidget(!controls.visible || panel !== null);
  const back = useBackToPage(props);

  const { hold } = controls;
  const anythingOpen = panel !== null || appearanceOpen;
  useEffect(() => hold('open', anythingOpen), [hold, anythingOpen]);

  return (
    <OpenedBook value={{ ...props, ...annotations, marks, language, contents, current, chapter }}>
      <TopBar session={session} listening={listening} />
      {place && bookmarks.at(place.page) ? <Ribbon aria-hidden /> : null}
      {place ? <BottomBar place={place} back={back} /> : null}
      <PagePills back={back} />
      <Panel />
      <MarkingTools />
      {listening.state.status === 'off' ? null : <ReadAloudBar listening={listening} />}
      <Overlays />
    </OpenedBook>
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

/** “Back to page N” after a jump; null for none. */
function useBackToPage({ renderer, store, saver, onBackChange }: ReaderToolsProps): WayBack {
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
