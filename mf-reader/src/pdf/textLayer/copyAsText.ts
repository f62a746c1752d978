import { joinLines } from '@lectern/shared-contracts/domain/pdf/joinLines.ts';

/** Copies the selected words as one text, with ligatures and hyphens at the ends of lines undone. */
export function copyAsText(event: ClipboardEvent): void {
  if (event.target instanceof Element && event.target.closest('input, textarea')) return;
  const text = joinLines(document.getSelection()?.toString() ?? '');
  if (text === '') return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
  event.stopPropagation();
}
