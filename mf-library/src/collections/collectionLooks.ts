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
import { defaultColor } from './collectionDefaults.ts';

/** The icons a collection may carry, by the name that is stored; the label is a key of the texts. */
export const collectionIcons: Readonly<Record<string, { Icon: LucideIcon; label: string }>> = {
  library: { Icon: Library, label: 'Shelf' },
  bookmark: { Icon: BookMarked, label: 'Bookmark' },
  star: { Icon: Star, label: 'Star' },
  heart: { Icon: Heart, label: 'Heart' },
  feather: { Icon: Feather, label: 'Feather' },
  moon: { Icon: Moon, label: 'Moon' },
  sun: { Icon: Sun, label: 'Sun' },
  leaf: { Icon: Leaf, label: 'Leaf' },
  globe: { Icon: Globe, label: 'Globe' },
  compass: { Icon: Compass, label: 'Compass' },
  ship: { Icon: Ship, label: 'Ship' },
  landmark: { Icon: Landmark, label: 'Temple' },
  crown: { Icon: Crown, label: 'Crown' },
  swords: { Icon: Swords, label: 'Swords' },
  ghost: { Icon: Ghost, label: 'Ghost' },
  rocket: { Icon: Rocket, label: 'Rocket' },
  flask: { Icon: FlaskConical, label: 'Flask' },
  study: { Icon: GraduationCap, label: 'Study' },
  palette: { Icon: Palette, label: 'Palette' },
  music: { Icon: Music, label: 'Music' },
  coffee: { Icon: Coffee, label: 'Coffee' },
  flame: { Icon: Flame, label: 'Flame' },
};

/**
 * The cloths a collection may be bound in, by the name that is stored. Middle tones, so that each keeps 3:1 on paper
 * by day and by night.
 */
export const collectionColors: Readonly<Record<string, { value: string; label: string }>> = {
  oxblood: { value: '#a8484a', label: 'Oxblood' },
  rust: { value: '#b05f33', label: 'Rust' },
  ochre: { value: '#8f6f26', label: 'Ochre' },
  moss: { value: '#5f7d3a', label: 'Moss' },
  pine: { value: '#3c7f68', label: 'Pine' },
  slate: { value: '#4a7796', label: 'Slate' },
  indigo: { value: '#6470b5', label: 'Indigo' },
  plum: { value: '#8f5f9e', label: 'Plum' },
};

/** What was stored may be of another app or another age: anything unknown looks like the default. */
export function collectionIcon(name: string | null): LucideIcon {
  return ownValue(collectionIcons, name)?.Icon ?? Library;
}

export function collectionColor(name: string | null): string {
  const known = ownValue(collectionColors, name)?.value;
  if (known !== undefined) return known;
  return name !== null && /^#[0-9a-f]{6}$/i.test(name) ? name : (collectionColors[defaultColor]?.value ?? '');
}

function ownValue<T>(table: Readonly<Record<string, T>>, name: string | null): T | undefined {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
}
