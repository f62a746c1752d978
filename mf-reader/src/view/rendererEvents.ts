import type { HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useMemo, useRef } from 'react';
import type { AppearanceChoices } from '../appearance/useAppearance.ts';
import type { MoveCause, Place, RendererEvents } from '../engine/renderer.ts';
import { readerErrorText } from './opening/ReaderErrorScreen.tsx';
import type { Controls } from './state/openedBook.ts';
import type { ReaderStore } from './state/readerStore.ts';
import type { KeyCommands } from './useKeyCommands.ts';

interface RendererEventsOptions extends KeyCommands {
  store: ReaderStore;
  controls: Controls;
  choices: AppearanceChoices;
  notify: HostNotify;
  t: Translate;
  onMoved(place: Place, cause: MoveCause): void;
  onLinkFollowed(): void;
  onRetry(): void;
}

/** Phones and tablets; nobody turns the screen of a desktop. */
const canTurnScreen = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

/** The handlers of the renderer's events, which update the UI. They are the same ones as long as the book is open. */
export function useRendererEvents(options: RendererEventsOptions): RendererEvents {
  const latest = useRef(options);
  latest.current = options;
  return useMemo(() => rendererEvents(() => latest.current), []);
}

function rendererEvents(latest: () => RendererEventsOptions): RendererEvents {
  const { store } = latest();
  const t: Translate = (...text) => latest().t(...text);
  const show: HostNotify['show'] = (...message) => latest().notify.show(...message);
  return {
    moved: (place, cause) => latest().onMoved(place, cause),
    selected(selected) {
      // A selection inside a highlight takes precedence over the
      // highlight; an open note editor stays.
      const { pressed } = store.getState();
      const others = selected
        ? { lookedUp: null, ...(pressed && !pressed.writing ? { pressed: null } : {}) }
        : {};
      store.setState({ selected, ...others });
      const { selectsByKey } = latest();
      if (!selected || !selectsByKey.current) return;
      selectsByKey.current = false;
      store.setState({ announcement: t('Selected: {{words}}', { words: selected.text }) });
    },
    markPressed: (id, box) => store.setState({ pressed: { id, box, writing: false }, selected: null }),
    tapped(text) {
      const { controls } = latest();
      const { pressed, lookedUp, note, readFrom } = store.getState();
      if (pressed || lookedUp || note) store.setState({ pressed: null, lookedUp: null, note: null });
      else if (text && readFrom) runInBackground(readFrom(text).then((reads) => reads || controls.toggle()));
      else controls.toggle();
    },
    // The bars would stop a selection that goes on below them.
    pointed: (selects) => (selects ? latest().controls.hide() : latest().controls.touch()),
    keyPressed: (event) => latest().onKey(event),
    linkPressed: (link) => store.setState({ link }),
    linkFollowed: () => latest().onLinkFollowed(),
    linkBroken: () =>
      show({ tone: 'info', message: t('This link leads to a place that is not in the file.') }),
    notePressed: (note) => store.setState({ note, selected: null, pressed: null }),
    picturePressed: (picture) => store.setState({ picture }),
    zoomed: (scale) => store.setState({ scale }),
    zoomChosen: (zoom) => latest().choices.setPdf({ zoom }),
    viewChosen: (view) => latest().choices.setPdf({ view }),
    passedEnd: () => store.setState({ finished: true }),
    damaged: () =>
      show({
        tone: 'warning',
        message: t('This chapter has errors in its file. Parts of it may be missing.'),
        duration: 8_000,
      }),
    orientationWanted(orientation) {
      if (orientation === null || !canTurnScreen()) return;
      show({
        tone: 'info',
        message:
          orientation === 'landscape'
            ? t('This book is made for a screen that is wider than high.')
            : t('This book is made for a screen that is higher than wide.'),
      });
    },
    found: (found) => store.setState({ found }),
    waiting: (waiting) => store.setState({ waiting }),
    failed: (error) =>
      show({
        tone: 'danger',
        message: t(readerErrorText[error.code]),
        action: { label: t('Try Again'), onAction: () => latest().onRetry() },
      }),
  };
}
