import type { HighlightColor } from '@lectern/shared-contracts/api/annotations.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { color } from '@lectern/shared-ui/tokens.ts';

/** The five highlight colors with labels and CSS colors. */
export const highlightColors: readonly { value: HighlightColor; name: string; ink: string }[] = [
  { value: 'yellow', name: text('Yellow'), ink: color.highlightYellow },
  { value: 'green', name: text('Green'), ink: color.highlightGreen },
  { value: 'blue', name: text('Blue'), ink: color.highlightBlue },
  { value: 'pink', name: text('Pink'), ink: color.highlightPink },
  { value: 'purple', name: text('Purple'), ink: color.highlightPurple },
];

export function inkOf(value: HighlightColor): string {
  return (
    highlightColors.find((highlightColor) => highlightColor.value === value)?.ink ?? color.highlightYellow
  );
}
