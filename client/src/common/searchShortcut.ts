/** Ctrl or Cmd with K anywhere, and / outside of fields unless single keys are switched off. */
export function isSearchShortcut(event: KeyboardEvent, singleKeys = true): boolean {
  if (event.defaultPrevented || event.altKey || event.isComposing) return false;
  const modified = event.ctrlKey || event.metaKey;
  return modified
    ? event.key.toLowerCase() === 'k'
    : singleKeys && event.key === '/' && !isTyping(event.target);
}

/** Whether the event target is a text field: then single keys are text, not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])')
  );
}
