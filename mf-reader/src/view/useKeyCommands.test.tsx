import { renderHook } from '@testing-library/react';
import type { Controls } from './state/openedBook.ts';
import { createReaderStore } from './state/readerStore.ts';
import { useKeyCommands } from './useKeyCommands.ts';

test.each([
  ['k', { ctrlKey: true }, 1],
  ['K', { metaKey: true }, 1],
  ['/', {}, 1],
  ['k', {}, 0],
  ['k', { ctrlKey: true, altKey: true }, 0],
])('[Q-07] [GS-01] %s with %j in a chapter reaches the search of the app %i times', (key, keys, times) => {
  const { result } = renderHook(() =>
    useKeyCommands({
      rtl: false,
      scrolled: false,
      singleKeys: true,
      store: createReaderStore(false),
      controls: {} as Controls,
      rendererRef: { current: null },
      stage: { current: null },
    }),
  );
  const frame = document.body.appendChild(document.createElement('iframe'));
  let heard = 0;
  const search = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' || event.key === '/') heard += 1;
    event.preventDefault();
  };
  window.addEventListener('keydown', search);
  const event = new KeyboardEvent('keydown', { key, ...keys, view: frame.contentWindow, cancelable: true });
  result.current.onKey(event);
  window.removeEventListener('keydown', search);
  frame.remove();
  expect([heard, event.defaultPrevented]).toEqual([times, times === 1]);
});
