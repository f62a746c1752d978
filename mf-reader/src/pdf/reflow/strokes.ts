import type { PageBox, Run } from './runs.ts';

/** Darkness, 0..1, from which a pixel belongs to a stroke. */
const leastDark = 0.2;
/** Runs of one font that are measured. */
const mostSamples = 3;
/** Letters that a measured run has at least. */
const fewestLetters = 3;
/** Strokes of a bold font are wider than those of the text by this factor. */
const bolder = 1.25;

/** A part of a drawn page: red, green, blue and alpha of each pixel. */
export type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Width of the strokes of a font relative to the height of its letters, by font. */
export type Strokes = Map<string, number>;

/** The median width in pixels of what is dark in a row of pixels; 0 where nothing is. */
export function strokeWidth({ data, width, height }: Pixels): number {
  const brightness = (pixel: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3);
    return (red + green + blue) / 3;
  };
  let [darkest, brightest] = [255, 0];
  for (let pixel = 0; pixel < width * height; pixel++) {
    darkest = Math.min(darkest, brightness(pixel));
    brightest = Math.max(brightest, brightness(pixel));
  }
  const contrast = brightest - darkest;
  if (contrast < 64) return 0;
  const widths: number[] = [];
  for (let y = 0; y < height; y++) {
    let stroke = 0;
    for (let x = 0; x <= width; x++) {
      const dark = x < width ? (brightest - brightness(y * width + x)) / contrast : 0;
      // Pixels at an edge are partly dark.
      if (dark >= leastDark) stroke += dark;
      else if (stroke > 0) {
        widths.push(stroke);
        stroke = 0;
      }
    }
  }
  widths.sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 0;
}

/**
 * Measures the fonts of a page that are not known yet.
 * @param pixelsOf a part of the drawn page @param scale pixels per unit of the page
 */
export function measureStrokes(
  strokes: Strokes,
  runs: readonly Run[],
  pixelsOf: (box: PageBox) => Pixels,
  scale: number,
): void {
  for (const font of unmeasuredFonts(strokes, runs)) {
    const samples = runs
      .filter((run) => run.font === font && run.upright && lettersOf(run) >= fewestLetters)
      .sort((a, b) => lettersOf(b) - lettersOf(a))
      .slice(0, mostSamples)
      .map((run) => strokeWidth(pixelsOf(run)) / (run.size * scale))
      .filter((width) => width > 0)
      .sort((a, b) => a - b);
    const median = samples[Math.floor(samples.length / 2)];
    if (median !== undefined) strokes.set(font, median);
  }
}

/** Fonts of a page whose strokes are not known and can be measured. */
export const unmeasuredFonts = (strokes: Strokes, runs: readonly Run[]): string[] =>
  [
    ...new Set(runs.filter((run) => run.upright && lettersOf(run) >= fewestLetters).map(({ font }) => font)),
  ].filter((font) => !strokes.has(font));

/** Runs with those as bold whose strokes are wider than those of the text: fonts of TeX have no telling names. */
export function withBold(runs: readonly Run[], strokes: Strokes): Run[] {
  const usual = strokes.get(usualFont(runs)) ?? 0;
  if (usual === 0) return [...runs];
  return runs.map((run) =>
    !run.bold && (strokes.get(run.font) ?? 0) > usual * bolder ? { ...run, bold: true } : run,
  );
}

/** The font of most letters of a page. */
function usualFont(runs: readonly Run[]): string {
  const amounts = new Map<string, number>();
  for (const { font, text } of runs) amounts.set(font, (amounts.get(font) ?? 0) + text.length);
  let [usual, most] = ['', 0];
  for (const [font, amount] of amounts) if (amount > most) [usual, most] = [font, amount];
  return usual;
}

const lettersOf = ({ text }: Run) => text.replace(/[^\p{L}\p{N}]/gu, '').length;
