import { color } from '@lectern/shared-ui/tokens.ts';

export type Frame = 'panel' | 'oval' | 'arch' | 'octagon';

interface BadgeStyle {
  frame: Frame;
  ink: string;
}

/** Frame and color by family: books collected, time of reading, streaks, annotations, finished books. */
const families: readonly (BadgeStyle & { icons: readonly string[] })[] = [
  { icons: ['book', 'worm', 'shelf', 'library'], frame: 'panel', ink: color.accent },
  { icons: ['sun', 'moon', 'quill', 'hourglass'], frame: 'oval', ink: color.info },
  { icons: ['candle', 'lamp', 'calendar'], frame: 'arch', ink: color.warning },
  { icons: ['inkwell', 'ribbon'], frame: 'octagon', ink: color.progress },
  { icons: ['laurel', 'crown'], frame: 'octagon', ink: color.text },
];

export function badgeStyle(icon: string): BadgeStyle {
  return families.find((family) => family.icons.includes(icon)) ?? { frame: 'panel', ink: color.accent };
}
