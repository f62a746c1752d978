import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Appearance } from '../../engine/appearance.ts';
import { asReaderError, type ReaderError } from '../../engine/readerError.ts';
import type { Renderer, RendererEvents } from '../../engine/renderer.ts';
import type { ShowOptions } from '../../engine/showBook.ts';
import type { Engines } from './engines.ts';
import { markOpening } from './openingMark.ts';

/** How long pictures and fonts may still freeze the tab after the first text; then the book counts as opened. */
const markTimeoutMs = 2_000;

export interface RendererOptions {
  manifest: Manifest;
  start: Locator | null;
  appearance: Appearance;
  /** The same ones as long as the book is open. */
  events: RendererEvents;
  labels: ShowOptions['labels'];
  fields: ShowOptions['fields'];
  askPassword(wrong: boolean): Promise<string | null>;
  engines: Engines;
}

/**
 * The renderer: null until the first text is visible. Created once per mount; to
 * reopen, change the component's key.
 */
export function useRenderer(
  /** The container element. */
  stage: RefObject<HTMLElement | null>,
  /** The renderer for keys, which are handled as soon as there is text: the bars come later. */
  current: RefObject<Renderer | null>,
  options: RendererOptions,
): {
  renderer: Renderer | null;
  readerError: ReaderError | null;
} {
  const { api, preferences } = useHost();
  const [renderer, setRenderer] = useState<Renderer | null>(null);
  const [readerError, setReaderError] = useState<ReaderError | null>(null);
  const latest = useRef(options);
  latest.current = options;

  // In a layout effect, so that text appears a frame earlier.
  useLayoutEffect(() => {
    const into = stage.current;
    if (!into) return;
    let isOver = false;
    const whileOpen = new AbortController();
    let shown: Renderer | null = null;
    let markTimer: ReturnType<typeof setTimeout> | undefined;
    const removeMark = markOpening(preferences, latest.current.manifest.book_id);
    const { manifest, start, engines, events } = latest.current;
    const freshAddress = async () => {
      const fresh = await api.call('GET /books/:id/manifest', { params: { id: manifest.book_id } });
      return fresh.content_url;
    };
    const open = async () => {
      const show = await engines[manifest.format]();
      const { appearance, askPassword, labels, fields } = latest.current;
      shown = await show(into, {
        manifest,
        freshAddress,
        start,
        appearance,
        direction: manifest.direction,
        events,
        labels,
        fields,
        askPassword: (wrong) => (isOver ? Promise.resolve(null) : askPassword(wrong)),
      });
      if (!isOver) current.current = shown;
      await painted();
      if (isOver) shown.destroy();
      else {
        const ready = shown;
        // Bars and tools render in a transition, so that they do not delay a page turn.
        startTransition(() => setRenderer(ready));
        markTimer = setTimeout(removeMark, markTimeoutMs);
      }
    };
    open().catch((cause: unknown) => {
      removeMark();
      if (isOver) return;
      setReaderError(asReaderError(cause));
    });
    // Before the place is saved (useProgressSaver), which listens in the same phase or later.
    const flush = () => shown?.flush();
    const flushWhenHidden = () => document.visibilityState === 'hidden' && flush();
    const { signal } = whileOpen;
    window.addEventListener('pagehide', flush, { capture: true, signal });
    document.addEventListener('visibilitychange', flushWhenHidden, { capture: true, signal });
    return () => {
      isOver = true;
      clearTimeout(markTimer);
      removeMark();
      whileOpen.abort();
      flush();
      current.current = null;
      shown?.destroy();
      into.replaceChildren();
    };
  }, [api, preferences, stage, current]);

  const { appearance } = options;
  useEffect(() => renderer?.setAppearance(appearance), [renderer, appearance]);

  return { renderer, readerError };
}

/** Text first: the surrounding UI renders after it is painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    // Background tabs do not paint.
    if (document.visibilityState === 'hidden') resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Width in pixels of the picture sent for the cover. */
const coverWidth = 768;

/**
 * The server cannot read a password-protected PDF, so the client sends its page count and a cover once it is open.
 * The password stays in the browser. Failures are retried at the next opening.
 */
export function useLockedFileDetails(manifest: Manifest, book: Book | null, renderer: Renderer | null): void {
  const { api } = useHost();
  const isSent = useRef(false);
  const isUnknown =
    manifest.format === 'pdf' && manifest.total_positions === 0 && book?.cover_source === 'generated';
  useEffect(() => {
    if (!renderer?.thumbnails || !isUnknown || isSent.current) return;
    isSent.current = true;
    const { thumbnails, totalPages } = renderer;
    const controller = new AbortController();
    const send = async () => {
      const canvas = document.createElement('canvas');
      await thumbnails.draw(1, canvas, coverWidth, controller.signal);
      if (controller.signal.aborted) return;
      const [, image = ''] = canvas.toDataURL('image/jpeg', 0.85).split(',');
      await api.call('PUT /books/:id/cover', {
        params: { id: manifest.book_id },
        body: { image, page_count: totalPages },
      });
    };
    runInBackground(send().catch(() => {}));
    return () => controller.abort();
  }, [api, isUnknown, manifest.book_id, renderer]);
}
