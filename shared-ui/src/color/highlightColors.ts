import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import type { Palette } from '../palette.ts';
import { color } from '../tokens.ts';

/** The five highlight colors: `ground` lies behind the words, `ink` is for lines and dots beside them. */
export const highlightColors = {
  yellow: { ground: 'highlightYellow', ink: 'inkYellow' },
  green: { ground: 'highlightGreen', ink: 'inkGreen' },
  blue: { ground: 'highlightBlue', ink: 'inkBlue' },
  pink: { ground: 'highlightPink', ink: 'inkPink' },
  purple: { ground: 'highlightPurple', ink: 'inkPurple' },
} as const satisfies Readonly<Record<HighlightColor, Readonly<Record<'ground' | 'ink', keyof Palette>>>>;

export function isHighlightColor(name: string | null): name is HighlightColor {
  return name !== null && Object.hasOwn(highlightColors, name);
}

/** CSS color of a line for that highlight color; a neutral one for other values. */
export function highlightInk(name: string | null): string {
  return isHighlightColor(name) ? color[highlightColors[name].ink] : color.line;
}
