import { isTyping } from '../common/isTyping.ts';

/** Whether the focused field contains text that may be unfinished. */
export function isWriting(focused: Element | null): boolean {
  if (!isTyping(focused)) return false;
  if (focused instanceof HTMLTextAreaElement) return focused.value !== '';
  if (focused instanceof HTMLInputElement) return isOfText(focused) && focused.value !== '';
  return !(focused instanceof HTMLSelectElement);
}

/** Checkboxes contain no text. */
const isOfText = (field: HTMLInputElement): boolean => {
  // Text fields have a selection; it is `null` for all other inputs.
  return ['email', 'number'].includes(field.type) || field.selectionStart !== null;
};
