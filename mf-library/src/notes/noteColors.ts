import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { color } from '@lectern/shared-ui/tokens.ts';

/** The five colours of highlights, which notes may carry too. The label is a key of the texts. */
export const noteColors: Readonly<Record<HighlightColor, { value: string; label: string }>> = {
  yellow: { value: color.highlightYellow, label: 'Yellow' },
  green: { value: color.highlightGreen, label: 'Green' },
  blue: { value: color.highlightBlue, label: 'Blue' },
  pink: { value: color.highlightPink, label: 'Pink' },
  purple: { value: color.highlightPurple, label: 'Purple' },
};

export function isHighlightColor(name: string | null): name is HighlightColor {
  return name !== null && Object.hasOwn(noteColors, name);
}

/** How a colour that was stored is drawn; a quiet line for none, or for one nobody knows. */
export function noteColor(name: string | null): string {
  return isHighlightColor(name) ? noteColors[name].value : color.line;
}
