/**
 * Design tokens, named by role. Values are references to CSS custom
 * properties, so that a theme change does not render React.
 */

/** Colors; see palette.ts for each theme. */
export const color = {
  surface: 'var(--surface)',
  surfaceRaised: 'var(--surface-raised)',
  surfaceSunken: 'var(--surface-sunken)',
  surfaceHover: 'var(--surface-hover)',
  text: 'var(--text)',
  textMuted: 'var(--text-muted)',
  accent: 'var(--accent)',
  accentHover: 'var(--accent-hover)',
  /** Text on `accent`. */
  accentText: 'var(--accent-text)',
  accentSoft: 'var(--accent-soft)',
  progress: 'var(--progress)',
  progressSoft: 'var(--progress-soft)',
  line: 'var(--line)',
  /** Border of controls: contrast at least 3:1 on every surface. */
  lineStrong: 'var(--line-strong)',
  focus: 'var(--focus)',
  danger: 'var(--danger)',
  /** Text on `danger`. */
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
  inkYellow: 'var(--ink-yellow)',
  inkGreen: 'var(--ink-green)',
  inkBlue: 'var(--ink-blue)',
  inkPink: 'var(--ink-pink)',
  inkPurple: 'var(--ink-purple)',
  /** Backdrop of dialogs. */
  scrim: 'var(--scrim)',
} as const;

/** The 4 px grid: `space(3)` is 12 px. In rem, so that it grows with the reader's own text size. */
export const space = (steps: number): string => `${steps * 0.25}rem`;

/** Border radii. */
export const radius = { cover: '4px', control: '8px', sheet: '14px', round: '999px' } as const;

/** Shadows of floating elements and of covers. */
export const shadow = { float: 'var(--shadow-float)', cover: 'var(--shadow-cover)' } as const;

/** Font sizes. */
export const type = {
  caption: '0.8125rem',
  small: '0.875rem',
  body: '1rem',
  large: '1.25rem',
  title: '1.75rem',
  display: 'clamp(2rem, 1.4rem + 2.2vw, 3rem)',
} as const;

/** Literata for titles, books and quotations; Figtree for the interface. */
export const font = {
  reading: "'Literata Variable', 'Literata Fallback', Georgia, 'Times New Roman', serif",
  interface: "'Figtree Variable', 'Figtree Fallback', system-ui, sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
} as const;

/** Animation durations; 0 with reduced motion. */
export const duration = { fast: '120ms', normal: '180ms', slow: '240ms' } as const;

/** Default easing. */
export const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/**
 * Media queries: `@media ${media.narrow} { … }`, `useMediaQuery(media.narrow)`. They are in em of the browser's font
 * size (480, 768, 1024 and 1200 px by default): with doubled text the layout is that of half the width. The bottom bar
 * is shown in narrow windows.
 */
export const media = {
  phone: '(max-width: 30em)',
  narrow: '(max-width: 48em)',
  tablet: '(max-width: 64em)',
  wide: '(min-width: 75em)',
  hover: '(hover: hover) and (pointer: fine)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

/** Minimum touch target on narrow screens. */
export const touchTarget = '44px';

/** Maximum line length. */
export const measure = '68ch';

/** z-index layers. */
export const layer = {
  sticky: 10,
  bar: 20,
  widget: 30,
  overlay: 40,
  popup: 50,
  notice: 60,
  tooltip: 70,
} as const;

/** Tone of a message. */
export type Tone = 'info' | 'success' | 'warning' | 'danger';
