/** Color scheme of a generated cover: background, text and ornament. */
export interface Cloth {
  ground: string;
  ink: string;
  ornament: string;
}

export const coverCloths: readonly Cloth[] = [
  { ground: '#6d1f2a', ink: '#f6e9d3', ornament: '#b2676a' },
  { ground: '#22402f', ink: '#efe6cb', ornament: '#6c8f6c' },
  { ground: '#1d3149', ink: '#eee5d2', ornament: '#6c88a6' },
  { ground: '#d9a93f', ink: '#2d2010', ornament: '#9c6d1c' },
  { ground: '#3b3a3e', ink: '#f0e7da', ornament: '#8b8682' },
  { ground: '#4a2b4c', ink: '#f3e6e4', ornament: '#9a7496' },
  { ground: '#a4482c', ink: '#fff3e1', ornament: '#dd9a72' },
  { ground: '#5b5a2c', ink: '#f6f0d6', ornament: '#a5a362' },
  { ground: '#1f4a4e', ink: '#eaeede', ornament: '#6a9c98' },
  { ground: '#e7dcc3', ink: '#3a2a1e', ornament: '#a5694e' },
  { ground: '#c9d3ce', ink: '#1f332f', ornament: '#5f837a' },
  { ground: '#dfb9a6', ink: '#42201a', ornament: '#a5604e' },
];

/** Colors of the label. */
export const coverLabel = { ground: '#f7efdf', ink: '#2c211a' };

export const coverPatterns = [
  'lattice',
  'scales',
  'leaves',
  'seeds',
  'waves',
  'arches',
  'stars',
  'rules',
] as const;
export type CoverPatternName = (typeof coverPatterns)[number];

export const coverLayouts = ['label', 'frame', 'panel', 'bands'] as const;
export type CoverLayout = (typeof coverLayouts)[number];

/** Parameters of a generated cover. */
export interface CoverDesign {
  cloth: Cloth;
  pattern: CoverPatternName;
  layout: CoverLayout;
  /** Tile size of the pattern in percent of the cover's width. */
  tile: number;
  /** Title size in percent of the cover's width. */
  titleSize: number;
}

/** FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  // Murmur's finalizer, since the low bits of FNV are weak and remainders are used.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The largest size at which the title and its longest word fit. */
function titleSize(title: string): number {
  const length = title.length;
  const byLength = length <= 10 ? 14 : length <= 20 ? 12 : length <= 36 ? 10 : length <= 64 ? 8.2 : 6.6;
  const longestWord = Math.max(1, ...title.split(/[\s\u2013\u2014-]+/).map((word) => word.length));
  return Math.max(5, Math.min(byLength, 62 / (longestWord * 0.6)));
}

/** Deterministic: the same title has the same cover on every device. */
export function coverDesign(title: string): CoverDesign {
  const name = title.trim().toLocaleLowerCase('en').normalize('NFC');
  const pick = <Item>(list: readonly Item[], purpose: string): Item =>
    list[hash(`${purpose}:${name}`) % list.length] as Item;
  return {
    cloth: pick(coverCloths, 'cloth'),
    pattern: pick(coverPatterns, 'pattern'),
    layout: pick(coverLayouts, 'layout'),
    tile: pick([10, 12.5, 100 / 6], 'tile'),
    titleSize: titleSize(title.trim()),
  };
}
