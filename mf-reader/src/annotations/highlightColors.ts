import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { color } from '@lectern/shared-ui/tokens.ts';

/** The five colours, with their names in words and their ink. */
export const highlightColors: readonly { value: HighlightColor; name: string; ink: string }[] = [
  { value: 'yellow', name: 'Yellow', ink: color.highlightYellow },
  { value: 'green', name: 'Green', ink: color.highlightGreen },
  { value: 'blue', name: 'Blue', ink: color.highlightBlue },
  { value: 'pink', name: 'Pink', ink: color.highlightPink },
  { value: 'purple', name: 'Purple', ink: color.highlightPurple },
];

export function inkOf(value: HighlightColor): string {
  return highlightColors.find((known) => known.value === value)?.ink ?? color.highlightYellow;
}
