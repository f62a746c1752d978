import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { color } from '@lectern/shared-ui/tokens.ts';

/** The five colours of highlights, which notes may carry too. The label is a key of the texts. */
export const noteColors: Readonly<Record<HighlightColor, { value: string; label: string }>> = {
  yellow: { value: color.highlightYellow, label: text('Yellow') },
  green: { value: color.highlightGreen, label: text('Green') },
  blue: { value: color.highlightBlue, label: text('Blue') },
  pink: { value: color.highlightPink, label: text('Pink') },
  purple: { value: color.highlightPurple, label: text('Purple') },
};

export function isHighlightColor(name: string | null): name is HighlightColor {
  return name !== null && Object.hasOwn(noteColors, name);
}

/**
 * A colour as a line or a dot, where no text lies on it: drawn with more ink than the ground of a highlight, so that it
 * is told from the page by night too. A quiet line for none, or for one that nobody knows.
 */
export function noteInk(name: string | null): string {
  return isHighlightColor(name)
    ? `color-mix(in oklab, ${noteColors[name].value} 70%, ${color.text})`
    : color.line;
}
