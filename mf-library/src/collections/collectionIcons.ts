import { text } from '@lectern/shared-contracts/domain/text.ts';
import {
  BookMarked,
  Coffee,
  Compass,
  Crown,
  Feather,
  Flame,
  FlaskConical,
  Ghost,
  Globe,
  GraduationCap,
  Heart,
  Landmark,
  Leaf,
  Library,
  type LucideIcon,
  Moon,
  Music,
  Palette,
  Rocket,
  Ship,
  Star,
  Sun,
  Swords,
} from 'lucide-react';
import { defaultColor } from './useCollections.ts';

/** Icons of collections by stored name; the label is a text key. */
export const collectionIcons: Readonly<Record<string, { Icon: LucideIcon; label: string }>> = {
  library: { Icon: Library, label: text('Shelf') },
  bookmark: { Icon: BookMarked, label: text('Bookmark') },
  star: { Icon: Star, label: text('Star') },
  heart: { Icon: Heart, label: text('Heart') },
  feather: { Icon: Feather, label: text('Feather') },
  moon: { Icon: Moon, label: text('Moon') },
  sun: { Icon: Sun, label: text('Sun') },
  leaf: { Icon: Leaf, label: text('Leaf') },
  globe: { Icon: Globe, label: text('Globe') },
  compass: { Icon: Compass, label: text('Compass') },
  ship: { Icon: Ship, label: text('Ship') },
  landmark: { Icon: Landmark, label: text('Temple') },
  crown: { Icon: Crown, label: text('Crown') },
  swords: { Icon: Swords, label: text('Swords') },
  ghost: { Icon: Ghost, label: text('Ghost') },
  rocket: { Icon: Rocket, label: text('Rocket') },
  flask: { Icon: FlaskConical, label: text('Flask') },
  study: { Icon: GraduationCap, label: text('Study') },
  palette: { Icon: Palette, label: text('Palette') },
  music: { Icon: Music, label: text('Music') },
  coffee: { Icon: Coffee, label: text('Coffee') },
  flame: { Icon: Flame, label: text('Flame') },
};

/**
 * Colors of collections by stored name. Medium tones, which keep a contrast of 3:1 on light
 * and dark pages.
 */
export const collectionColors: Readonly<Record<string, { value: string; label: string }>> = {
  oxblood: { value: '#a8484a', label: text('Oxblood') },
  rust: { value: '#b05f33', label: text('Rust') },
  ochre: { value: '#8f6f26', label: text('Ochre') },
  moss: { value: '#5f7d3a', label: text('Moss') },
  pine: { value: '#3c7f68', label: text('Pine') },
  slate: { value: '#4a7796', label: text('Slate') },
  indigo: { value: '#6470b5', label: text('Indigo') },
  plum: { value: '#8f5f9e', label: text('Plum') },
};

/** Unknown stored values get the default. */
export function collectionIcon(name: string | null): LucideIcon {
  return ownValue(collectionIcons, name)?.Icon ?? Library;
}

export function collectionColor(name: string | null): string {
  const named = ownValue(collectionColors, name)?.value;
  if (named !== undefined) return named;
  return name !== null && /^#[0-9a-f]{6}$/i.test(name) ? name : (collectionColors[defaultColor]?.value ?? '');
}

function ownValue<T>(table: Readonly<Record<string, T>>, name: string | null): T | undefined {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
}
