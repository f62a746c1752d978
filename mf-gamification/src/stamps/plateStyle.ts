import { color } from '@lectern/shared-ui/tokens.ts';

export type Frame = 'panel' | 'oval' | 'arch' | 'octagon';

interface PlateStyle {
  frame: Frame;
  ink: string;
}

/** Plates of one family are printed alike: what was gathered, when it was read, days in a row, marks, endings. */
const families: readonly (PlateStyle & { motifs: readonly string[] })[] = [
  { motifs: ['book', 'worm', 'shelf', 'library'], frame: 'panel', ink: color.accent },
  { motifs: ['sun', 'moon', 'quill', 'hourglass'], frame: 'oval', ink: color.info },
  { motifs: ['candle', 'lamp', 'calendar'], frame: 'arch', ink: color.warning },
  { motifs: ['inkwell', 'ribbon'], frame: 'octagon', ink: color.progress },
  { motifs: ['laurel', 'crown'], frame: 'octagon', ink: color.text },
];

export function plateStyle(motif: string): PlateStyle {
  return families.find((family) => family.motifs.includes(motif)) ?? { frame: 'panel', ink: color.accent };
}
