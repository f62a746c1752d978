import { color } from '@lectern/shared-ui/tokens.ts';

export type Frame = 'panel' | 'oval' | 'arch' | 'octagon';

interface BadgeStyle {
  frame: Frame;
  ink: string;
}

/** Frame and color by family: books collected, time of reading, streaks, annotations, finished books. */
const families: readonly (BadgeStyle & { badgeIcons: readonly string[] })[] = [
  { badgeIcons: ['book', 'worm', 'shelf', 'library'], frame: 'panel', ink: color.accent },
  { badgeIcons: ['sun', 'moon', 'quill', 'hourglass'], frame: 'oval', ink: color.info },
  { badgeIcons: ['candle', 'lamp', 'calendar'], frame: 'arch', ink: color.warning },
  { badgeIcons: ['inkwell', 'ribbon'], frame: 'octagon', ink: color.progress },
  { badgeIcons: ['laurel', 'crown'], frame: 'octagon', ink: color.text },
];

export function badgeStyle(motif: string): BadgeStyle {
  return (
    families.find((family) => family.badgeIcons.includes(motif)) ?? { frame: 'panel', ink: color.accent }
  );
}
