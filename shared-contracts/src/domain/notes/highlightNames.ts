import type { HighlightColor } from '../../api/annotations.ts';
import { text } from '../text.ts';

/** Names of the highlight colors; keys of translations. */
export const highlightNames: Readonly<Record<HighlightColor, string>> = {
  yellow: text('Yellow'),
  green: text('Green'),
  blue: text('Blue'),
  pink: text('Pink'),
  purple: text('Purple'),
};
