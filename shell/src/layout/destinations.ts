import { text } from '@lectern/shared-contracts/domain/text.ts';
import {
  Award,
  BookUp,
  Compass,
  Feather,
  House,
  LibraryBig,
  type LucideIcon,
  NotebookPen,
  ShieldCheck,
  SquareStack,
} from 'lucide-react';
import type { Counts } from './useCounts.ts';

export interface Destination {
  path: string;
  /** On the rail. */
  label: string;
  /** On the bottom bar and the quick menu, where there is less room. */
  shortLabel: string;
  icon: LucideIcon;
  /** Which count stands beside it. */
  badge?: keyof Counts;
  /** What the count counts, read out. */
  badgeText?: string;
}

const dashboard: Destination = {
  path: '/dashboard',
  label: text('Dashboard'),
  shortLabel: text('Home'),
  icon: House,
};
const library: Destination = {
  path: '/library',
  label: text('Library'),
  shortLabel: text('Library'),
  icon: LibraryBig,
};
const collections: Destination = {
  path: '/collections',
  label: text('Collections'),
  shortLabel: text('Collections'),
  icon: SquareStack,
};
const mentor: Destination = {
  path: '/mentor',
  label: text('Mentor AI'),
  shortLabel: text('Mentor'),
  icon: Feather,
};
const notes: Destination = {
  path: '/notes',
  label: text('Notes'),
  shortLabel: text('Notes'),
  icon: NotebookPen,
  badge: 'unreadNotes',
  badgeText: text('{{count}} unread notes'),
};
const rewards: Destination = {
  path: '/gamification',
  label: text('Rewards'),
  shortLabel: text('Rewards'),
  icon: Award,
};
const onboarding: Destination = {
  path: '/onboarding',
  label: text('Onboarding'),
  shortLabel: text('Guide'),
  icon: Compass,
};
const upload: Destination = {
  path: '/upload',
  label: text('Upload Books'),
  shortLabel: text('Upload'),
  icon: BookUp,
  badge: 'pendingUploads',
  badgeText: text('{{count}} pending uploads'),
};

const administration: Destination = {
  path: '/admin',
  label: text('Administration'),
  shortLabel: text('Administration'),
  icon: ShieldCheck,
};

/** The left rail, in the order of the specification [LY-01]. */
export const railDestinations = [dashboard, library, collections, mentor, notes, rewards, onboarding, upload];
/** Beneath them for an administrator [LG-09]. */
export const adminDestinations = [...railDestinations, administration];
/** The bottom bar at narrow width [LY-04]. */
export const barDestinations = [dashboard, library, mentor, notes, onboarding];
/** The quick menu at narrow width; each with its count. */
export const quickDestinations: (Destination & { badge: keyof Counts })[] = [
  { ...notes, badge: 'unreadNotes' },
  { ...collections, badge: 'collections' },
  { ...upload, badge: 'pendingUploads' },
];

/** Is this the place, or one below it? */
export function isCurrent(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
