import { isTyping } from './isTyping.ts';

/** Ctrl or Cmd with K anywhere, and / outside of fields unless single keys are switched off. */
export function isSearchShortcut(event: KeyboardEvent, singleKeys = true): boolean {
  if (event.defaultPrevented || event.altKey || event.isComposing) return false;
  const modified = event.ctrlKey || event.metaKey;
  return modified
    ? event.key.toLowerCase() === 'k'
    : singleKeys && event.key === '/' && !isTyping(event.target);
}

/** Milliseconds to wait for the app. On a sign-in page no search opens, so the shortcut is then forgotten. */
const rememberMs = 10_000;

let pressed = false;

const remember = (event: KeyboardEvent) => {
  if (!isSearchShortcut(event)) return;
  event.preventDefault();
  pressed = true;
};

/** Remembers the shortcut while a page is to be seen and the app, which would open the search, is not there yet. */
export function rememberSearchShortcut(): void {
  window.addEventListener('keydown', remember);
  setTimeout(takeSearchShortcut, rememberMs);
}

/** Ends the remembering. @returns whether the shortcut was pressed meanwhile; false when asked a second time */
export function takeSearchShortcut(): boolean {
  window.removeEventListener('keydown', remember);
  const was = pressed;
  pressed = false;
  return was;
}
