/**
 * The color of every role. `GlobalStyle` makes them CSS custom properties, the contrast test
 * measures them, and the reader uses them in its frames, where custom properties are not inherited.
 */
export type Palette = typeof light;

/** The light theme. */
export const light = {
  surface: '#faf6ee',
  surfaceRaised: '#fffdf9',
  surfaceSunken: '#f2ecdf',
  surfaceHover: '#efe7d8',
  text: '#241d18',
  textMuted: '#665a4e',
  accent: '#7a1f2b',
  accentHover: '#611520',
  accentText: '#fff8f1',
  accentSoft: '#f4e3da',
  progress: '#3f6a52',
  progressSoft: '#dde7db',
  line: '#e3d9c8',
  lineStrong: '#8a7d6d',
  focus: '#22578c',
  danger: '#ab2517',
  dangerText: '#fffaf6',
  dangerSoft: '#f8e3da',
  warning: '#7c5300',
  warningSoft: '#f9ebc9',
  success: '#2c6640',
  successSoft: '#e0edda',
  info: '#22578c',
  infoSoft: '#e0eaf1',
  highlightYellow: '#f8e58c',
  highlightGreen: '#cbe5b3',
  highlightBlue: '#c2dff0',
  highlightPink: '#f7cdd3',
  highlightPurple: '#dfd0ef',
  inkYellow: '#a37b00',
  inkGreen: '#4f8a2a',
  inkBlue: '#2f7fb5',
  inkPink: '#cf4f6e',
  inkPurple: '#8a5cc4',
};

/** The dark theme, not an inversion of the light one. */
export const dark: Palette = {
  surface: '#1b1714',
  surfaceRaised: '#26211c',
  surfaceSunken: '#141110',
  surfaceHover: '#2f2923',
  text: '#e6dccd',
  textMuted: '#ab9f8f',
  accent: '#d29386',
  accentHover: '#e0a99d',
  accentText: '#290e0d',
  accentSoft: '#3c2523',
  progress: '#8fb79c',
  progressSoft: '#2a352d',
  line: '#38312a',
  lineStrong: '#83776a',
  focus: '#8dbce8',
  danger: '#e5907f',
  dangerText: '#330b06',
  dangerSoft: '#43231e',
  warning: '#e2b968',
  warningSoft: '#3c301a',
  success: '#9bc79f',
  successSoft: '#25352a',
  info: '#93bde3',
  infoSoft: '#222f3b',
  highlightYellow: '#5b4d17',
  highlightGreen: '#35502c',
  highlightBlue: '#28495c',
  highlightPink: '#633640',
  highlightPurple: '#4c3c66',
  inkYellow: '#d9b93e',
  inkGreen: '#86bb62',
  inkBlue: '#64aede',
  inkPink: '#e5809a',
  inkPurple: '#b18fe0',
};

/** Sepia, for book pages only. */
export const sepia: Palette = {
  ...light,
  surface: '#f1e4c9',
  surfaceRaised: '#f8edd6',
  surfaceSunken: '#e8d9ba',
  surfaceHover: '#e5d5b4',
  text: '#3b2b1c',
  textMuted: '#644f38',
  accentSoft: '#ebd3bf',
  progress: '#375f49',
  progressSoft: '#d9dcbc',
  line: '#d9c7a3',
  lineStrong: '#826e52',
  highlightYellow: '#f2d66c',
  highlightGreen: '#c2d696',
  highlightBlue: '#b5d1d4',
  highlightPink: '#efbfb4',
  highlightPurple: '#d6c0d8',
  inkYellow: '#957000',
  inkGreen: '#467c22',
  inkBlue: '#2a74a3',
  inkPink: '#c0445f',
  inkPurple: '#7f52b5',
};

/** Palettes by their value of `data-palette`. */
export const palettes = { light, dark, sepia };

/** `surfaceRaised` is `--surface-raised`. */
export function customProperty(role: keyof Palette): string {
  return `--${role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A palette as CSS declarations. */
export function declarations(palette: Palette): string {
  return (Object.keys(palette) as (keyof Palette)[])
    .map((role) => `${customProperty(role)}: ${palette[role]};`)
    .join('\n');
}
