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

/** Icons by their Lucide names, as used by the shell and by remote.json. */
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
export const iconOf = (name: string): LucideIcon => (Object.hasOwn(icons, name) && icons[name]) || Puzzle;
