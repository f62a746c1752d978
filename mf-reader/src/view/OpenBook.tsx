import type { Book, Manifest, Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, duration, media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { useAppearance } from '../appearance/useAppearance.ts';
import { barHeights, ProgressLine } from '../controls/Bar.tsx';
import type { PageAction } from '../engine/keys.ts';
import type { Renderer, RendererEvents } from '../engine/renderer.ts';
import { isSelecting, selectSentence } from '../engine/sentenceByKey.ts';
import { useFields } from '../forms/useFields.ts';
import { createReaderStore, movedTo } from '../panel/readerStore.ts';
import { panelWidth } from '../panel/SidePanel.tsx';
import { useProgressSaver } from '../progress/useProgressSaver.ts';
import { useRemoteProgress } from '../progress/useRemoteProgress.ts';
import { barsStayPreference } from './barsStayPreference.ts';
import type { Engines } from './opening/engines.ts';
import { PageSkeleton } from './opening/PageSkeleton.tsx';
import { PasswordForm } from './opening/PasswordForm.tsx';
import { ReaderErrorScreen } from './opening/ReaderErrorScreen.tsx';
import { readerErrorText } from './opening/readerErrorText.ts';
import { usePassword } from './opening/usePassword.ts';
import { useRenderer } from './opening/useRenderer.ts';
import { useUnlocked } from './opening/useUnlocked.ts';
import { playerLabels } from './playerLabels.ts';
import { ReaderTools } from './ReaderTools.tsx';
import { useCompletion } from './readingSession/useCompletion.ts';
import { usePace } from './readingSession/usePace.ts';
import { useWakeLock } from './readingSession/useWakeLock.ts';
import { useControls } from './useControls.ts';
import { useKeyboard } from './useKeyboard.ts';
import { usePagePalette } from './usePagePalette.ts';

export interface OpenBookProps {
  manifest: Manifest;
  /** Null while loading; rendering does not wait for it. */
  book: Book | null;
  /** Initial position. */
  start: Locator | null;
  /** `start` is a requested passage, not the stored position. */
  asked: boolean;
  /** A passage requested while the book is open. */
  wanted: Locator | null;
  progress: Progress | null;
  /** @param visited the position of a visit, to be opened again; null for the reading place */
  onRetry: (visited: Locator | null) => void;
  engines: Engines;
}

/** The open book. Mounted once per opening. */
export function OpenBook({
  manifest,
  book,
  start,
  asked,
  wanted,
  progress,
  onRetry,
  engines,
}: OpenBookProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const [store] = useState(() => createReaderStore(asked));
  const [known] = useState(progress);
  const [opened] = useState(start);
  const [own] = useState(() => new Set<string>());
  const { request: password, ask: askPassword } = usePassword(manifest.book_id);
  const choices = useAppearance(manifest.book_id);
  const { preferences } = useHost();
  const barsStay = useReadable(preferences.watch(barsStayPreference, false)) === true;
  const singleKeys = useReadable(preferences.watch(singleKeysPreference, true)) !== false;
  const controls = useControls(barsStay);
  const bookId = manifest.book_id;
  const shownPlace = useRef<string | null>(null);
  shownPlace.current = progress?.updated_at ?? null;
  const saver = useProgressSaver(
    {
      bookId,
      bookTitle: book?.title ?? '',
      onSaved: (stamp) => own.add(stamp),
      follows: () => shownPlace.current,
    },
    { visit: asked, stored: progress },
  );
  const retry = () => onRetry(saver.visited ?? (asked ? start : null));
  const showWayBack = useCallback(
    () => store.setState({ back: saver.back, isVisit: saver.isVisit }),
    [store, saver],
  );
  const { pace, observe } = usePace();
  const complete = useCompletion(bookId, book);
  const fields = useFields(bookId);
  const engine = useRef<Renderer | null>(null);
  const stageOf = useRef<RefObject<HTMLElement | null> | null>(null);
  const { appearance } = choices;
  usePagePalette(appearance.theme);

  const onAction = useCallback(
    (action: PageAction) => {
      const shown = engine.current;
      if (!shown) return;
      controls.hide();
      // “The end” is a page after the last one.
      const { finished } = store.getState();
      if (finished) {
        store.setState({ finished: false });
        shown.focus();
      }
      if (finished && action === 'previous') return;
      if (action === 'next') runInBackground(shown.next());
      else if (action === 'previous') runInBackground(shown.previous());
      else runInBackground(shown.goToEdge(action));
    },
    [store, controls.hide],
  );
  const onEscape = useCallback(() => {
    const { selected, pressed, note, panel, appearanceOpen } = store.getState();
    if (selected || pressed || note) {
      engine.current?.clearSelection();
      store.setState({ selected: null, pressed: null, note: null });
    } else if (appearanceOpen) store.setState({ appearanceOpen: false });
    else if (panel) store.setState({ panel: null });
    else if (stageOf.current?.current?.contains(document.activeElement)) {
      // Moves the focus between page and controls, however many links there are.
      controls.touch();
      document.querySelector<HTMLElement>('[data-reader-bar] :is(a, button)')?.focus();
    } else {
      controls.toggle();
      engine.current?.focus();
    }
  }, [store, controls.toggle, controls.touch]);
  const onSearch = useCallback(() => store.setState({ panel: 'search', scope: 'book' }), [store]);
  const rtl = manifest.direction === 'rtl';
  /** Whether the next selection is made by keyboard and announced. */
  const selectingByKey = useRef(false);
  const onMark = useCallback(() => {
    const shown = stageOf.current?.current;
    engine.current?.focus();
    selectingByKey.current = shown != null && selectSentence(shown, rtl);
  }, [rtl]);
  const selecting = useCallback(() => {
    const shown = stageOf.current?.current;
    return shown != null && isSelecting(shown);
  }, []);
  const onEnter = useCallback(() => {
    if (store.getState().selected)
      document.querySelector<HTMLElement>('[data-selected-words] button')?.focus();
  }, [store]);
  const scrolled =
    manifest.format === 'pdf'
      ? appearance.pdf.view === 'text' || appearance.pdf.layout === 'continuous'
      : appearance.text.flow === 'scrolled';
  const onKey = useKeyboard({
    rtl,
    scrolled,
    onAction,
    onEscape,
    onSearch,
    onTab: controls.touch,
    singleKeys,
    onMark,
    isSelecting: selecting,
    onEnter,
  });

  const events: RendererEvents = {
    moved(place, cause) {
      movedTo(store, place, cause);
      saver.moved(place, cause);
      showWayBack();
      observe(place, cause);
      if (!saver.isVisit) complete(place, cause);
    },
    selected(selected) {
      // A selection inside a highlight takes precedence over the
      // highlight; an open note editor stays.
      const { pressed } = store.getState();
      const others = selected
        ? { lookedUp: null, ...(pressed && !pressed.writing ? { pressed: null } : {}) }
        : {};
      store.setState({ selected, ...others });
      if (!selected || !selectingByKey.current) return;
      selectingByKey.current = false;
      store.setState({ announcement: t('Selected: {{words}}', { words: selected.text }) });
    },
    markPressed: (id, box) => store.setState({ pressed: { id, box, writing: false }, selected: null }),
    tapped(text) {
      const { pressed, lookedUp, note, readFrom } = store.getState();
      if (pressed || lookedUp || note) store.setState({ pressed: null, lookedUp: null, note: null });
      else if (text && readFrom) runInBackground(readFrom(text).then((reads) => reads || controls.toggle()));
      else controls.toggle();
    },
    pointed: controls.touch,
    keyPressed: onKey,
    linkPressed: (link) => store.setState({ link }),
    linkBroken: () =>
      notify.show({ tone: 'info', message: t('This link leads to a place that is not in the file.') }),
    notePressed: (note) => store.setState({ note, selected: null, pressed: null }),
    picturePressed: (picture) => store.setState({ picture }),
    zoomed: (scale) => store.setState({ scale }),
    zoomChosen: (zoom) => choices.setPdf({ zoom }),
    viewChosen: (view) => choices.setPdf({ view }),
    passedEnd: () => store.setState({ finished: true }),
    damaged: () =>
      notify.show({
        tone: 'warning',
        message: t('This chapter has errors in its file. Parts of it may be missing.'),
        duration: 8_000,
      }),
    orientationWanted(orientation) {
      if (orientation === null) return;
      notify.show({
        tone: 'info',
        message:
          orientation === 'landscape'
            ? t('This book is made for a screen that is wider than high.')
            : t('This book is made for a screen that is higher than wide.'),
      });
    },
    found: (found) => store.setState({ found }),
    waiting: (waiting) => store.setState({ waiting }),
    failed: (trouble) =>
      notify.show({
        tone: 'danger',
        message: t(readerErrorText[trouble.code]),
        action: { label: t('Try Again'), onAction: retry },
      }),
  };

  const { stage, renderer, readerError } = useRenderer({
    manifest,
    start,
    appearance,
    events,
    engines,
    bytes: manifest.file_size ?? book?.file_size ?? null,
    fields,
    labels: {
      book: t('Page of the book'),
      page: (page) => t('Page {{page}}', { page }),
      asPrinted: t('Show this page as it is printed'),
      picture: t('Picture'),
      notes: t('Footnotes'),
      noText: t('There is no text on this page.'),
      player: playerLabels(t),
    },
    askPassword,
  });
  engine.current = renderer;
  stageOf.current = stage;
  useUnlocked(manifest, book, renderer);
  useRemoteProgress({ progress, known, own, renderer, saver, onChange: showWayBack });
  useEffect(() => {
    if (!renderer) return;
    renderer.focus();
    // A requested passage is highlighted briefly.
    if (asked && opened?.quote) runInBackground(renderer.go(opened, { flash: true }));
  }, [renderer, asked, opened]);
  useEffect(() => {
    if (renderer && wanted) runInBackground(renderer.go(wanted, { flash: true }));
  }, [renderer, wanted]);

  const place = useStore(store, (state) => state.place);
  const panelOpen = useStore(store, (state) => state.panel !== null);
  const docked = useMediaQuery(media.wide) && panelOpen;
  useWakeLock(place?.page);

  if (readerError)
    return <ReaderErrorScreen message={t(readerErrorText[readerError.code])} onRetry={retry} />;
  return (
    <Room $docked={docked} data-bars-stay={barsStay}>
      <Stage ref={stage} aria-label={t('Page of the book')} role="region" />
      {renderer ? (
        <ReaderTools
          manifest={manifest}
          book={book}
          renderer={renderer}
          store={store}
          saver={saver}
          onWayBack={showWayBack}
          choices={choices}
          controls={controls}
          pace={pace}
          scrolled={scrolled}
        />
      ) : null}
      {renderer === null && password === null ? <PageSkeleton onRetry={retry} /> : null}
      {password ? (
        <Locked>
          <PasswordForm
            title={book?.title ?? t('This book')}
            wrong={password.wrong}
            onPassword={password.answer}
          />
        </Locked>
      ) : null}
      {place && !controls.visible ? (
        <ProgressLine aria-hidden dir={manifest.direction}>
          <span style={{ inlineSize: `${place.percentage}%` }} />
        </ProgressLine>
      ) : null}
    </Room>
  );
}

const Room = styled.div<{ $docked: boolean }>`
  --panel: ${({ $docked }) => ($docked ? panelWidth : '0px')};
  position: fixed;
  inset: 0;
  overflow: hidden;
  background: ${color.surface};
  color: ${color.text};
  transition: background-color ${duration.normal};
`;

const Stage = styled.div`
  position: absolute;
  inset: 0;
  inset-inline-end: var(--panel);
  overflow: hidden;
  /* Bars that stay must not cover the page. */
  [data-bars-stay='true'] > & { inset-block: ${barHeights.top} ${barHeights.bottom}; }
`;

const Locked = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  padding: 1rem;
  background: ${color.surface};
`;
