import { isTyping } from '@lectern/client/common/isTyping.ts';

/** Whether words stand in the field that has the focus: a sentence that may not be finished. */
export function isWriting(focused: Element | null): boolean {
  if (!isTyping(focused)) return false;
  if (focused instanceof HTMLTextAreaElement) return focused.value !== '';
  if (focused instanceof HTMLInputElement) return isOfText(focused) && focused.value !== '';
  return !(focused instanceof HTMLSelectElement);
}

/** A box to tick has no sentence in it. */
const isOfText = (field: HTMLInputElement): boolean => {
  // Those that have a selection of characters are those in which one writes; `null` for all others.
  return ['email', 'number'].includes(field.type) || field.selectionStart !== null;
};
