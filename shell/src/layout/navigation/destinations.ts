import type { NavigationDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import {
  Award,
  Bell,
  BookMarked,
  BookUp,
  CalendarDays,
  ChartNoAxesColumn,
  Compass,
  Feather,
  Handshake,
  Heart,
  House,
  LibraryBig,
  type LucideIcon,
  NotebookPen,
  Puzzle,
  ShieldCheck,
  SquareStack,
  Star,
  Users,
} from 'lucide-react';
import type { RouteTable } from '../../routes/routeTypes.ts';

/** Parts of the frame that show navigation entries. */
export type NavigationPlace = 'rail' | 'bar' | 'quick';

export interface Destination extends Omit<NavigationDescription, 'icon'> {
  path: string;
  icon: LucideIcon;
  /** For the bottom bar and the quick menu, which have less room. */
  shortLabel: string;
}

/** Maximum entries of the bottom bar; further ones are in the rail and the quick menu. */
const maxBarEntries = 5;

/** The entries of a part of the frame, in order [LY-01, LY-04, LG-09]. */
export function destinationsOf(
  { routes }: Pick<RouteTable, 'routes'>,
  place: NavigationPlace,
  isAdmin: boolean,
): readonly Destination[] {
  const entries = routes
    .flatMap(({ path, navigation }) => (navigation ? [{ path, ...navigation }] : []))
    .filter(({ adminOnly, ...entry }) => entry[place] !== undefined && (isAdmin || !adminOnly))
    .sort((a, b) => (a[place] ?? 0) - (b[place] ?? 0))
    .map((entry) => ({ ...entry, icon: iconOf(entry.icon), shortLabel: entry.shortLabel ?? entry.label }));
  return place === 'bar' ? entries.slice(0, maxBarEntries) : entries;
}

/** Whether the current path is this one or below it. */
export function isCurrent(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** Icons of the navigation by their Lucide names, as used by the shell and by remote.json. */
const icons: Readonly<Record<string, LucideIcon>> = {
  award: Award,
  bell: Bell,
  'book-marked': BookMarked,
  'book-up': BookUp,
  'calendar-days': CalendarDays,
  'chart-no-axes-column': ChartNoAxesColumn,
  compass: Compass,
  feather: Feather,
  handshake: Handshake,
  heart: Heart,
  house: House,
  'library-big': LibraryBig,
  'notebook-pen': NotebookPen,
  'shield-check': ShieldCheck,
  'square-stack': SquareStack,
  star: Star,
  users: Users,
};

/** The icon with this name; a neutral one if it is unknown. */
const iconOf = (name: string): LucideIcon => (Object.hasOwn(icons, name) && icons[name]) || Puzzle;
