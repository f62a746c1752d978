import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { type PageAction, pageAction } from '../engine/keys.ts';
import type { Renderer } from '../engine/renderer.ts';
import { isSelecting, selectSentence } from '../engine/sentenceByKey.ts';
import type { Controls } from './state/openedBook.ts';
import type { ReaderStore } from './state/readerStore.ts';

interface KeyCommandsOptions {
  rtl: boolean;
  scrolled: boolean;
  /** Whether single-key shortcuts are on. */
  singleKeys: boolean;
  store: ReaderStore;
  controls: Controls;
  rendererRef: RefObject<Renderer | null>;
  /** The element that shows the pages. */
  stage: RefObject<HTMLElement | null>;
}

export type KeyCommands = ReturnType<typeof useKeyCommands>;

/**
 * What keys do in an open book. The returned handler is for keys in a chapter's own document; those in ours are handled
 * here, unless a control has focus.
 */
export function useKeyCommands(options: KeyCommandsOptions) {
  const { store, controls, rendererRef, stage, rtl, scrolled, singleKeys } = options;
  const selectsByKey = useRef(false);

  const onAction = (action: PageAction) => {
    const engine = rendererRef.current;
    if (!engine) return;
    controls.hide();
    // “The end” is a page after the last one.
    const { finished } = store.getState();
    if (finished) {
      store.setState({ finished: false });
      engine.focus();
    }
    if (finished && action === 'previous') return;
    if (action === 'next') runInBackground(engine.next());
    else if (action === 'previous') runInBackground(engine.previous());
    else runInBackground(engine.goToEdge(action));
  };
  const onEscape = () => {
    const { selected, pressed, note, panel, appearanceOpen } = store.getState();
    if (selected || pressed || note) {
      rendererRef.current?.clearSelection();
      store.setState({ selected: null, pressed: null, note: null });
    } else if (appearanceOpen) store.setState({ appearanceOpen: false });
    else if (panel) store.setState({ panel: null });
    else if (stage.current?.contains(document.activeElement)) {
      // Moves the focus between page and controls, however many links there are.
      controls.touch();
      document.querySelector<HTMLElement>('[data-reader-bar] :is(a, button)')?.focus();
    } else {
      controls.toggle();
      rendererRef.current?.focus();
    }
  };
  const onMark = () => {
    const area = stage.current;
    rendererRef.current?.focus();
    selectsByKey.current = area !== null && selectSentence(area, rtl);
  };
  const onEnter = () => {
    if (store.getState().selected)
      document.querySelector<HTMLElement>('[data-selected-words] button')?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || handOver(event)) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      store.setState({ panel: 'search', scope: 'book' });
      return;
    }
    if (event.key === 'Escape') return onEscape();
    // Tab shows the bars.
    if (event.key === 'Tab') controls.touch();
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (singleKeys && plain && event.key.toLowerCase() === 'm') {
      event.preventDefault();
      onMark();
      return;
    }
    // With a selection, Shift and arrows extend it, Enter opens its commands.
    if (plain && (event.key === 'Enter' || event.shiftKey) && stage.current && isSelecting(stage.current)) {
      if (event.key === 'Enter') {
        event.preventDefault();
        onEnter();
      }
      if (event.key === 'Enter' || event.key.startsWith('Arrow')) return;
    }
    const action = pageAction(event, { rtl, scrolled });
    if (action === null) return;
    event.preventDefault();
    onAction(action);
  };
  const latest = useRef(onKey);
  latest.current = onKey;

  useEffect(() => {
    const onWindowKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const searches = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (target?.closest(operated) && !(searches && target.closest('[data-reader-panel]'))) return;
      if ((event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, label')) return;
      latest.current(event);
    };
    window.addEventListener('keydown', onWindowKey);
    return () => window.removeEventListener('keydown', onWindowKey);
  }, []);

  return { onKey /** Whether the next selection is made by keyboard and announced. */, selectsByKey };
}

/**
 * Forwards shortcuts of the app's search from a chapter's document to the window.
 * @returns whether it was one
 */
function handOver(event: KeyboardEvent): boolean {
  if (event.view === null || event.view === window || event.altKey || event.isComposing) return false;
  const modified = event.ctrlKey || event.metaKey;
  if (modified ? event.key.toLowerCase() !== 'k' : event.key !== '/') return false;
  const { key, code, ctrlKey, metaKey, shiftKey } = event;
  const again = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    bubbles: true,
    cancelable: true,
  });
  if (!window.dispatchEvent(again)) event.preventDefault();
  return true;
}

/** Where keys never turn pages: controls, and the whole panel. */
const operated =
  'input, textarea, select, [contenteditable], [role="slider"], [role="menu"], [role="dialog"], [role="tab"], [data-reader-panel], [data-radix-popper-content-wrapper]';
