/** Is this where the reader writes? Then a letter is a letter and no command. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])')
  );
}
