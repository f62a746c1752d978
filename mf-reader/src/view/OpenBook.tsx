import type { Book, Manifest, Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { useAppearance, usePagePalette } from '../appearance/useAppearance.ts';
import { barHeights, ProgressLine } from '../controls/Bar.tsx';
import { useBarsStay, useControls } from '../controls/useControls.ts';
import type { Appearance } from '../engine/appearance.ts';
import type { Renderer } from '../engine/renderer.ts';
import type { ShowOptions } from '../engine/showBook.ts';
import { panelWidth } from '../panel/Panel.tsx';
import { useFields } from '../pdf/forms/useFields.ts';
import type { Engines } from './opening/engines.ts';
import { PageSkeleton } from './opening/PageSkeleton.tsx';
import { PasswordForm, type PasswordRequest, usePassword } from './opening/PasswordForm.tsx';
import { ReaderErrorScreen, readerErrorText } from './opening/ReaderErrorScreen.tsx';
import { useLockedFileDetails, useRenderer } from './opening/useRenderer.ts';
import { useRemoteProgress } from './progress/useProgressSaver.ts';
import { ReaderTools } from './ReaderTools.tsx';
import { useReadingPlace } from './readingSession/useReadingPlace.ts';
import { useWakeLock } from './readingSession/useWakeLock.ts';
import { useRendererEvents } from './rendererEvents.ts';
import { createReaderStore, type ReaderStore } from './state/readerStore.ts';
import { useKeyCommands } from './useKeyCommands.ts';

export interface OpenBookProps {
  manifest: Manifest;
  /** Null while loading; rendering does not wait for it. */
  book: Book | null;
  /** Initial position. */
  start: Locator | null;
  /** `start` is a requested passage, not the stored position. */
  isVisit: boolean;
  /** A passage requested while the book is open. */
  requested: Locator | null;
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
  isVisit,
  requested,
  progress,
  onRetry,
  engines,
}: OpenBookProps) {
  const t = useTranslate();
  const { notify, preferences } = useHost();
  const bookId = manifest.book_id;
  const [store] = useState(() => createReaderStore(isVisit));
  const { request: password, ask: askPassword } = usePassword(bookId);
  const choices = useAppearance(bookId);
  const { appearance } = choices;
  const [barsStay] = useBarsStay();
  const singleKeys = useReadable(preferences.watch(singleKeysPreference, true)) !== false;
  const controls = useControls(barsStay);
  const fields = useFields(bookId);
  usePagePalette(appearance.theme);

  const reading = useReadingPlace({ store, bookId, book, progress, isVisit });
  const { saver, ownSaves, pace, updateBack } = reading;
  const retry = () => onRetry(saver.visited ?? (isVisit ? start : null));

  const stage = useRef<HTMLDivElement>(null);
  const rendererRef = useRef<Renderer | null>(null);
  const scrolled = isScrolled(manifest, appearance);
  const hasRoom = manifest.format === 'epub' && manifest.layout !== 'fixed' && !scrolled;
  const rtl = manifest.direction === 'rtl';
  const keys = useKeyCommands({ store, controls, rendererRef, stage, rtl, scrolled, singleKeys });
  const events = useRendererEvents({
    ...keys,
    store,
    controls,
    choices,
    notify,
    t,
    onMoved: reading.onMoved,
    onLinkFollowed: () => saver.linkFollowed(),
    onRetry: retry,
  });
  const { renderer, readerError } = useRenderer(stage, rendererRef, {
    manifest,
    start,
    appearance,
    events,
    engines,
    fields,
    labels: rendererLabels(t),
    askPassword,
  });
  useLockedFileDetails(manifest, book, renderer);
  useRemoteProgress({ progress, ownSaves, renderer, saver, onChange: updateBack });
  useRequestedPassages(renderer, isVisit ? start : null, requested);

  const place = useStore(store, (state) => state.place);
  useWakeLock(place?.page);

  if (readerError)
    return <ReaderErrorScreen message={t(readerErrorText[readerError.code])} onRetry={retry} />;
  return (
    <Layout
      store={store}
      data-room={hasRoom ? 'page' : barsStay ? 'bars' : undefined}
      data-layout={manifest.format === 'epub' ? manifest.layout : undefined}
    >
      <Stage ref={stage} aria-label={t('Page of the book')} role="region" />
      {renderer ? (
        <ReaderTools
          {...{ manifest, book, renderer, store, saver, choices, controls, pace, scrolled }}
          onBackChange={updateBack}
        />
      ) : null}
      {/* The page has a place once it is there, and its tools come after it. */}
      {renderer === null && !place ? <Opening book={book} password={password} onRetry={retry} /> : null}
      {place && !controls.visible ? (
        <ProgressLine aria-hidden dir={manifest.direction}>
          <span style={{ inlineSize: `${place.percentage}%` }} />
        </ProgressLine>
      ) : null}
    </Layout>
  );
}

interface OpeningProps {
  book: Book | null;
  password: PasswordRequest | null;
  onRetry: () => void;
}

/** Before the first page: a placeholder, or the question for the password. */
function Opening({ book, password, onRetry }: OpeningProps) {
  const t = useTranslate();
  if (!password) return <PageSkeleton onRetry={onRetry} />;
  const title = book?.title ?? t('This book');
  return <PasswordForm title={title} wrong={password.wrong} onPassword={password.answer} />;
}

interface LayoutProps {
  store: ReaderStore;
  'data-room': 'page' | 'bars' | undefined;
  'data-layout': Manifest['layout'] | undefined;
  children: ReactNode;
}

/** On a wide screen, the open panel is beside the page. */
function Layout({ store, ...props }: LayoutProps) {
  const panelOpen = useStore(store, (state) => state.panel !== null);
  const docked = useMediaQuery(media.wide) && panelOpen;
  return <Area $docked={docked} {...props} />;
}

/** Whether pages are scrolled instead of turned. */
function isScrolled({ format, layout }: Manifest, { pdf, text }: Appearance): boolean {
  if (format === 'pdf') return pdf.view === 'text' || pdf.layout === 'continuous';
  return (layout === 'fixed' ? pdf.flow : text.flow) === 'scrolled';
}

/**
 * Goes to passages that were asked for, and highlights them briefly. The opened page gets the focus.
 * @param opened the passage that the book is opened at; read only once
 */
function useRequestedPassages(
  renderer: Renderer | null,
  opened: Locator | null,
  requested: Locator | null,
): void {
  const [first] = useState(opened?.quote ? opened : null);
  useEffect(() => {
    renderer?.focus();
    if (renderer && first) runInBackground(renderer.go(first, { flash: true }));
  }, [renderer, first]);
  useEffect(() => {
    if (renderer && requested) runInBackground(renderer.go(requested, { flash: true }));
  }, [renderer, requested]);
}

const Area = styled.div<{ $docked: boolean }>`
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
  /* Fields and notes on a page are not above what is shown over it. */
  isolation: isolate;
  /* Pages of text have room for the bars; of others, only bars that stay are kept off. */
  [data-room='page'] > & { inset-block: env(safe-area-inset-top) env(safe-area-inset-bottom); }
  [data-room='bars'] > & { inset-block: ${barHeights.top} ${barHeights.bottom}; }
  /* A fixed page has no margins for the bars, which come with each move of a mouse. */
  @media (hover: hover) {
    [data-layout='fixed'] > & { inset-block: ${barHeights.top} ${barHeights.bottom}; }
  }
`;

/** Texts on the pages, for screen readers and for what the renderer adds. */
const rendererLabels = (t: Translate): ShowOptions['labels'] => ({
  book: t('Page of the book'),
  page: (page) => t('Page {{page}}', { page }),
  asPrinted: t('Show this page as it is printed'),
  picture: t('Picture'),
  notes: t('Footnotes'),
  noText: t('There is no text on this page.'),
});
