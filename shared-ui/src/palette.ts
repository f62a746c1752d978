/**
 * The color of every role. `GlobalStyle` makes them CSS custom properties, the contrast test
 * measures them, and the reader uses them in its frames, where custom properties are not inherited.
 */
export type Palette = Record<keyof typeof roles, string>;

/** Each role in the light and in the dark theme, which is not its inversion, and on sepia pages of a book. */
const roles = {
  surface: ['#faf6ee', '#1b1714', '#f1e4c9'],
  surfaceRaised: ['#fffdf9', '#26211c', '#f8edd6'],
  surfaceSunken: ['#f2ecdf', '#141110', '#e8d9ba'],
  surfaceHover: ['#efe7d8', '#2f2923', '#e5d5b4'],
  text: ['#241d18', '#e6dccd', '#3b2b1c'],
  textMuted: ['#665a4e', '#ab9f8f', '#644f38'],
  accent: ['#7a1f2b', '#d29386'],
  accentHover: ['#611520', '#e0a99d'],
  accentText: ['#fff8f1', '#290e0d'],
  accentSoft: ['#f4e3da', '#3c2523', '#ebd3bf'],
  progress: ['#3f6a52', '#8fb79c', '#375f49'],
  progressSoft: ['#dde7db', '#2a352d', '#d9dcbc'],
  line: ['#e3d9c8', '#38312a', '#d9c7a3'],
  lineStrong: ['#8a7d6d', '#83776a', '#826e52'],
  focus: ['#22578c', '#8dbce8'],
  danger: ['#ab2517', '#e5907f'],
  dangerText: ['#fffaf6', '#330b06'],
  dangerSoft: ['#f8e3da', '#43231e'],
  warning: ['#7c5300', '#e2b968'],
  warningSoft: ['#f9ebc9', '#3c301a'],
  success: ['#2c6640', '#9bc79f'],
  successSoft: ['#e0edda', '#25352a'],
  info: ['#22578c', '#93bde3'],
  infoSoft: ['#e0eaf1', '#222f3b'],
  highlightYellow: ['#f8e58c', '#5b4d17', '#f2d66c'],
  highlightGreen: ['#cbe5b3', '#35502c', '#c2d696'],
  highlightBlue: ['#c2dff0', '#28495c', '#b5d1d4'],
  highlightPink: ['#f7cdd3', '#633640', '#efbfb4'],
  highlightPurple: ['#dfd0ef', '#4c3c66', '#d6c0d8'],
  inkYellow: ['#a37b00', '#d9b93e', '#957000'],
  inkGreen: ['#4f8a2a', '#86bb62', '#467c22'],
  inkBlue: ['#2f7fb5', '#64aede', '#2a74a3'],
  inkPink: ['#cf4f6e', '#e5809a', '#c0445f'],
  inkPurple: ['#8a5cc4', '#b18fe0', '#7f52b5'],
} satisfies Record<string, readonly [light: string, dark: string, sepia?: string]>;

/** @param theme its place in the table; sepia is as light where it has no color of its own */
const paletteOf = (theme: 0 | 1 | 2) =>
  Object.fromEntries(
    Object.entries(roles).map(([role, colors]) => [role, colors[theme] ?? colors[0]]),
  ) as Palette;

export const light = paletteOf(0);
export const dark = paletteOf(1);
export const sepia = paletteOf(2);

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
