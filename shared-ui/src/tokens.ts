/**
 * What every screen is built of, named by role and never by hue. Values are references to custom
 * properties, so that a change of theme repaints without rendering anything again.
 */

/** Colours; `palette.ts` says what they are in each theme. */
export const color = {
  surface: 'var(--surface)',
  surfaceRaised: 'var(--surface-raised)',
  surfaceSunken: 'var(--surface-sunken)',
  surfaceHover: 'var(--surface-hover)',
  text: 'var(--text)',
  textMuted: 'var(--text-muted)',
  accent: 'var(--accent)',
  accentHover: 'var(--accent-hover)',
  /** Ink on `accent`. */
  accentText: 'var(--accent-text)',
  accentSoft: 'var(--accent-soft)',
  progress: 'var(--progress)',
  progressSoft: 'var(--progress-soft)',
  line: 'var(--line)',
  /** The edge of a control: at least 3:1 on every surface. */
  lineStrong: 'var(--line-strong)',
  focus: 'var(--focus)',
  danger: 'var(--danger)',
  /** Ink on `danger`. */
  dangerText: 'var(--danger-text)',
  dangerSoft: 'var(--danger-soft)',
  warning: 'var(--warning)',
  warningSoft: 'var(--warning-soft)',
  success: 'var(--success)',
  successSoft: 'var(--success-soft)',
  info: 'var(--info)',
  infoSoft: 'var(--info-soft)',
  highlightYellow: 'var(--highlight-yellow)',
  highlightGreen: 'var(--highlight-green)',
  highlightBlue: 'var(--highlight-blue)',
  highlightPink: 'var(--highlight-pink)',
  highlightPurple: 'var(--highlight-purple)',
  /** What lies over the page behind a dialog. */
  scrim: 'var(--scrim)',
} as const;

/** The 4 px grid: `space(3)` is 12 px. In rem, so that it grows with the reader's own text size. */
export const space = (steps: number): string => `${steps * 0.25}rem`;

/** Corners: covers are paper, controls are a little softer. */
export const radius = { cover: '4px', control: '8px', sheet: '14px', round: '999px' } as const;

/** One shadow for what truly floats, and the one that a book throws. */
export const shadow = { float: 'var(--shadow-float)', cover: 'var(--shadow-cover)' } as const;

/** Six sizes, no more. */
export const type = {
  caption: '0.8125rem',
  small: '0.875rem',
  body: '1rem',
  large: '1.25rem',
  title: '1.75rem',
  display: 'clamp(2rem, 1.4rem + 2.2vw, 3rem)',
} as const;

/** Literata for titles, books and quotations; Figtree for everything that is operated. */
export const font = {
  reading: "'Literata Variable', 'Literata Fallback', Georgia, 'Times New Roman', serif",
  interface: "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
} as const;

/** How long things take to move; nothing under reduced motion. */
export const duration = { fast: '120ms', normal: '180ms', slow: '240ms' } as const;

/** Out fast, in softly: as a page settles. */
export const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Widths in pixels at which the layout changes. The bottom bar stands at 768 and below. */
export const breakpoints = { phone: 480, narrow: 768, wide: 1200 } as const;

/** The same as media queries: `@media ${media.narrow} { … }`, `useMediaQuery(media.narrow)`. */
/**
 * In em, of the browser's own letters: who reads with letters twice as large gets the page of a window half as wide
 * (480, 768 and 1200 px otherwise).
 */
export const media = {
  phone: '(max-width: 30em)',
  narrow: '(max-width: 48em)',
  wide: '(min-width: 75em)',
  hover: '(hover: hover) and (pointer: fine)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

/** The least height and width of anything touched at narrow widths. */
export const touchTarget = '44px';

/** Lines longer than this are hard to follow back. */
export const measure = '68ch';

/** What lies above what. */
export const layer = {
  sticky: 10,
  bar: 20,
  widget: 30,
  overlay: 40,
  popup: 50,
  notice: 60,
  tooltip: 70,
} as const;

/** How a notice is meant. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';
