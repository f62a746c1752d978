/** Ctrl or Cmd with K anywhere, and / outside of fields unless single keys are switched off. */
export function isSearchShortcut(event: KeyboardEvent, singleKeys = true): boolean {
  if (event.defaultPrevented || event.altKey || event.isComposing) return false;
  const modified = event.ctrlKey || event.metaKey;
  return modified
    ? event.key.toLowerCase() === 'k'
    : singleKeys && event.key === '/' && !isTyping(event.target);
}

let pressed = false;

const remember = (event: KeyboardEvent) => {
  if (!isSearchShortcut(event)) return;
  event.preventDefault();
  pressed = true;
};

/** Remembers the shortcut while a page is visible and the app, which would open the search, has not started yet. */
export function rememberSearchShortcut(): void {
  window.addEventListener('keydown', remember);
}

/**
 * Stops remembering: by the app when it opens the search, and on pages without one.
 * @returns whether the shortcut was pressed meanwhile; false when called a second time
 */
export function takeSearchShortcut(): boolean {
  window.removeEventListener('keydown', remember);
  const was = pressed;
  pressed = false;
  return was;
}

/** Whether the event target is a text field: then single keys are text, not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])')
  );
}
