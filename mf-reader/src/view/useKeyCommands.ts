import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { type RefObject, useRef } from 'react';
import type { PageAction } from '../engine/keys.ts';
import type { Renderer } from '../engine/renderer.ts';
import { isSelecting, selectSentence } from '../engine/sentenceByKey.ts';
import type { ReaderStore } from '../state/readerStore.ts';
import type { Controls } from './useControls.ts';
import { type KeyboardOptions, useKeyboard } from './useKeyboard.ts';

interface KeyCommandsOptions extends Pick<KeyboardOptions, 'rtl' | 'scrolled' | 'singleKeys'> {
  store: ReaderStore;
  controls: Controls;
  rendererRef: RefObject<Renderer | null>;
  /** The element that shows the pages. */
  stage: RefObject<HTMLElement | null>;
}

export interface KeyCommands {
  onKey(event: KeyboardEvent): void;
  /** Whether the next selection is made by keyboard and announced. */
  selectsByKey: RefObject<boolean>;
}

/** What keys do in an open book. */
export function useKeyCommands(options: KeyCommandsOptions): KeyCommands {
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
  const onSearch = () => store.setState({ panel: 'search', scope: 'book' });
  const onMark = () => {
    const area = stage.current;
    rendererRef.current?.focus();
    selectsByKey.current = area !== null && selectSentence(area, rtl);
  };
  const onEnter = () => {
    if (store.getState().selected)
      document.querySelector<HTMLElement>('[data-selected-words] button')?.focus();
  };
  const onKey = useKeyboard({
    rtl,
    scrolled,
    onAction,
    onEscape,
    onSearch,
    onTab: controls.touch,
    singleKeys,
    onMark,
    isSelecting: () => stage.current !== null && isSelecting(stage.current),
    onEnter,
  });
  return { onKey, selectsByKey };
}
