import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { color } from '@lectern/shared-ui/tokens.ts';

/** The five highlight colors, also for notes. The label is a text key. */
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
 * A color for lines and dots: stronger than the background of a highlight, so that it
 * contrasts with dark pages too. A neutral line for unknown colors.
 */
export function noteInk(name: string | null): string {
  return isHighlightColor(name)
    ? `color-mix(in oklab, ${noteColors[name].value} 70%, ${color.text})`
    : color.line;
}
