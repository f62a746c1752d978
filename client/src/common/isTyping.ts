/** Whether the event target is a text field: then single keys are text, not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input, textarea, select, [contenteditable]:not([contenteditable="false"])')
  );
}
