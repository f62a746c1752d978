/** Measures how different two pictures and two texts of a page are. */
import sharp from 'sharp';

/** Size in pixels of the squares that are compared. */
const square = 6;
/** Width in pixels at which pages are compared: small enough that antialiasing does not matter. */
const width = 240;
/** Difference in gray, 0..255, from which a square counts as different. */
const noticed = 40;

const grays = (picture: Buffer, height: number): Promise<Buffer> =>
  sharp(picture)
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'fill' })
    .greyscale()
    .blur(1.2)
    .raw()
    .toBuffer();

/**
 * @returns the share of different squares, 0..1, and a PNG with both pictures and the squares
 */
export async function compareDrawings(ours: Buffer, theirs: Buffer) {
  const info = await sharp(theirs).metadata();
  const height = Math.max(square, Math.round((width * info.height) / info.width / square) * square);
  const [a, b] = await Promise.all([grays(ours, height), grays(theirs, height)]);
  const [across, down] = [width / square, height / square];
  let different = 0;
  const shown = Buffer.alloc(across * down * 3, 255);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      let sum = 0;
      for (let y = 0; y < square; y++) {
        for (let x = 0; x < square; x++) {
          const at = (row * square + y) * width + column * square + x;
          sum += (a[at] ?? 0) - (b[at] ?? 0);
        }
      }
      if (Math.abs(sum) / square ** 2 < noticed) continue;
      different++;
      shown.set([220, 30, 30], (row * across + column) * 3);
    }
  }
  return {
    difference: different / (across * down),
    picture: () => sideBySide(ours, theirs, shown, { across, down, height }),
  };
}

async function sideBySide(
  ours: Buffer,
  theirs: Buffer,
  shown: Buffer,
  { across, down, height }: { across: number; down: number; height: number },
): Promise<Buffer> {
  const parts = await Promise.all([
    sharp(ours).flatten({ background: '#fff' }).resize(width, height, { fit: 'fill' }).png().toBuffer(),
    sharp(theirs).flatten({ background: '#fff' }).resize(width, height, { fit: 'fill' }).png().toBuffer(),
    sharp(shown, { raw: { width: across, height: down, channels: 3 } })
      .resize(width, height, { kernel: 'nearest' })
      .png()
      .toBuffer(),
  ]);
  return sharp({ create: { width: width * 3, height, channels: 3, background: '#fff' } })
    .composite(parts.map((input, index) => ({ input, left: index * width, top: 0 })))
    .png()
    .toBuffer();
}

/** Maximum number of words to compare on a page. */
const mostWords = 1_500;
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .replace(/(\p{Ll})[-\u00AD]\s*\n\s*(?=\p{Ll})/gu, '$1')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, mostWords);

/** Characters from fonts that do not map glyphs to letters. */
const noLetters = /(?!\s)\p{Cc}|[\p{Co}\uFFFD]/gu;

/** Why the words of a page cannot be compared; null if they can. */
export function whyNoComparison(ours: string, theirs: readonly string[]): string | null {
  const letters = ours.replace(/\s+/gu, '').length;
  if ((ours.match(noLetters)?.length ?? 0) > letters * 0.2)
    return 'its fonts do not say which letters they draw';
  const [a, b] = [wordsOf(ours).length, Math.max(0, ...theirs.map((text) => wordsOf(text).length))];
  if (a > 0 && b === 0) return `only we read words: ${a}`;
  if (a === 0 && b > 0) return `only poppler reads words: ${b}`;
  return null;
}

/** The share of words that both texts have in the same order, 0..1; 1 for two pages without words. */
export function compareTexts(ours: string, theirs: string): number {
  const [a, b] = [wordsOf(ours), wordsOf(theirs)];
  if (a.length + b.length === 0) return 1;
  let previous = new Uint16Array(b.length + 1);
  for (const word of a) {
    const current = new Uint16Array(b.length + 1);
    for (let at = 1; at <= b.length; at++)
      current[at] =
        word === b[at - 1] ? (previous[at - 1] ?? 0) + 1 : Math.max(previous[at] ?? 0, current[at - 1] ?? 0);
    previous = current;
  }
  return (2 * (previous[b.length] ?? 0)) / (a.length + b.length);
}
