import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

/** The parts of Literata as separate families, so that glyphs missing in one fall back to the next. */
const scripts = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;

let families: string | null = null;

/** Font families of covers; glyphs that Literata lacks fall back to system fonts. */
function coverFamilies(): string {
  if (families !== null) return families;
  const registered: string[] = [];
  for (const script of scripts) {
    const url = import.meta.resolve(
      `@fontsource-variable/literata/files/literata-${script}-wght-normal.woff2`,
    );
    const family = `Lectern ${script}`;
    if (GlobalFonts.registerFromPath(fileURLToPath(url), family)) registered.push(`'${family}'`);
  }
  families = [...registered, 'serif'].join(', ');
  return families;
}

/** Caches which characters have a glyph. */
const settable = new Map<string, boolean>();
const maxRemembered = 10_000;

/** Whether there is a glyph for every character: a cover without text is better than one with boxes. */
export function canBeSet(text: string): boolean {
  if (settable.size > maxRemembered) settable.clear();
  const letters = new Set(text.slice(0, 200).match(/\p{L}/gu) ?? []);
  const unknown = [...letters].filter((letter) => !settable.has(letter));
  if (unknown.length > 0) lookUp(unknown);
  return [...letters].every((letter) => settable.get(letter));
}

function lookUp(letters: readonly string[]): void {
  const size = 24;
  const canvas = createCanvas(size * 2, size * 2);
  const context = canvas.getContext('2d');
  setFont(context, size, 400);
  const drawn = (character: string) => {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.fillText(character, 4, size * 1.4);
    return Buffer.from(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  };
  const missing = drawn('\u{10FFFD}');
  for (const letter of letters) settable.set(letter, !drawn(letter).equals(missing));
}

export interface SetLines {
  lines: string[];
  /** In pixels. */
  size: number;
  lineHeight: number;
  height: number;
}

/** Breaks a text into lines at the largest font size that fits. */
export function fitText(
  context: SKRSContext2D,
  text: string,
  box: { width: number; height: number },
  sizes: { from: number; to: number; weight: number; leading: number; lines: number },
): SetLines {
  for (let size = sizes.from; ; size = Math.max(sizes.to, size * 0.92)) {
    setFont(context, size, sizes.weight);
    const lineHeight = Math.round(size * sizes.leading);
    const most = Math.max(1, Math.min(sizes.lines, Math.floor(box.height / lineHeight)));
    const broken = breakLines(context, text, box.width);
    const fits =
      broken.length <= most && broken.every((line) => context.measureText(line).width <= box.width);
    if (fits) return { lines: broken, size, lineHeight, height: broken.length * lineHeight };
    if (size <= sizes.to) {
      const lines = broken.slice(0, most).map((line) => shorten(context, line, box.width, false));
      if (broken.length > most) lines[most - 1] = shorten(context, `${broken[most - 1]}…`, box.width, true);
      return { lines, size, lineHeight, height: lines.length * lineHeight };
    }
  }
}

export function setFont(context: SKRSContext2D, size: number, weight: number): void {
  context.font = `${weight} ${size}px ${coverFamilies()}`;
  context.fontVariationSettings = `'wght' ${weight}`;
}

function breakLines(context: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    const longer = line + word;
    if (line !== '' && context.measureText(longer.trimEnd()).width > width) {
      lines.push(line.trimEnd());
      line = word;
    } else line = longer;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines;
}

/** Pieces after which a line may break: words with their space, or characters in scripts without spaces. */
const wordsOf = (text: string) =>
  text.match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]\p{M}*\s*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+\s*/gu,
  ) ?? [];

function shorten(context: SKRSContext2D, line: string, width: number, always: boolean): string {
  if (!always && context.measureText(line).width <= width) return line;
  let characters = Array.from(line.replace(/…$/, ''));
  while (characters.length > 1 && context.measureText(`${characters.join('')}…`).width > width) {
    characters = characters.slice(0, -1);
  }
  return `${characters.join('').trimEnd()}…`;
}
