import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { type CoverSize, coverSizes } from '../../../store/blobs/blobs.ts';
import { type BookMetadata, givenCoverName } from '../ingestedBook.ts';
import { limits } from '../limits.ts';
import { measure, photographIn, sharp } from './decodePicture.ts';

/** A candidate for the cover. */
export interface CoverPicture {
  bytes: Buffer;
  /** Whether it contains title and author; otherwise they are drawn over it. */
  titled: boolean;
}

export interface RenderedCovers {
  source: 'file' | 'generated';
  /** File names in the work folder. */
  files: Record<CoverSize, string>;
}

/** Renders the four sizes of a cover from the first picture that can be decoded, else typesets title and author. */
export async function renderCovers(
  pictures: Iterable<CoverPicture>,
  book: Pick<BookMetadata, 'title' | 'author'>,
  workDir: string,
): Promise<RenderedCovers> {
  const given = await givenCover(workDir);
  for (const candidates of [given ? [given] : [], pictures])
    for (const picture of candidates) {
      const rendered = await rendering(picture, book, workDir);
      if (rendered) return rendered;
    }
  // Loaded only when needed: it takes longer than a cover, and much memory.
  const { drawGeneratedCover } = await import('./drawCover.ts');
  const { pixels, width, height } = drawGeneratedCover(book);
  return {
    source: 'generated',
    files: await writeSizes({ data: pixels, width, height, channels: 4 }, workDir),
  };
}

/**
 * Renders the four sizes of the cover that was given with the file, else of a picture in it; null when it cannot be
 * decoded. A full disk is an error.
 */
export async function renderCandidate(
  picture: CoverPicture,
  book: Pick<BookMetadata, 'title' | 'author'>,
  workDir: string,
): Promise<RenderedCovers | null> {
  const given = await givenCover(workDir);
  return (given && (await rendering(given, book, workDir))) ?? rendering(picture, book, workDir);
}

const givenCover = (workDir: string): Promise<CoverPicture | null> =>
  readFile(join(workDir, givenCoverName)).then(
    (bytes) => ({ bytes, titled: true }),
    () => null,
  );

async function rendering(
  picture: CoverPicture,
  book: Pick<BookMetadata, 'title' | 'author'>,
  workDir: string,
): Promise<RenderedCovers | null> {
  const large = await fromPicture(picture, book).catch(() => null);
  return large && { source: 'file', files: await writeSizes(large, workDir) };
}

/**
 * Renders the four sizes of a picture; null when it is not a picture.
 * @throws PictureTooLarge; errors of the decoder when the picture is damaged
 */
export async function renderPicture(
  picture: CoverPicture,
  book: Pick<BookMetadata, 'title' | 'author'>,
  workDir: string,
): Promise<RenderedCovers | null> {
  const large = await fromPicture(picture, book);
  return large && { source: 'file', files: await writeSizes(large, workDir) };
}

interface Raw {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

const paper = '#f4eee2';
/** Scale at which the background is blurred. */
const blurredBy = 4;

async function fromPicture(
  picture: CoverPicture,
  book: Pick<BookMetadata, 'title' | 'author'>,
): Promise<Raw | null> {
  const bytes = photographIn(picture.bytes);
  if (bytes === null) return null;
  const { width, height } = coverSizes.large;
  const input = () => sharp(bytes, { limitInputPixels: limits.coverPixels, failOn: 'error', pages: 1 });
  const size = await measure(bytes);
  if (size.width < 16 || size.height < 16) return null;
  const shape = size.autoOrient.width / size.autoOrient.height;
  const upright = input().autoOrient().flatten({ background: paper }).toColourspace('srgb');
  // Pictures are cropped slightly; those with unusual proportions are shown whole on a blurred background.
  const isOdd = shape < 0.61 || shape > 0.73;
  const fitted = await rawOf(upright.resize(width, height, { fit: isOdd ? 'inside' : 'cover' }));
  if (!fitted) return null;
  const raw = isOdd ? await onItsOwnColours(fitted, width, height) : fitted;
  if (!raw || picture.titled) return raw;
  const { drawTitlePlate } = await import('./drawCover.ts');
  const plate = drawTitlePlate(book);
  return rawOf(
    sharp(raw.data, { raw }).composite([{ input: plate.pixels, raw: { width, height, channels: 4 } }]),
  );
}

/** Places a picture on an enlarged, blurred copy of itself. */
async function onItsOwnColours(picture: Raw, width: number, height: number): Promise<Raw | null> {
  const colours = await rawOf(
    sharp(picture.data, { raw: picture })
      .resize(Math.round(width / blurredBy), Math.round(height / blurredBy), { fit: 'cover' })
      .blur((0.08 * width) / blurredBy),
  );
  if (!colours) return null;
  return rawOf(
    sharp(colours.data, { raw: colours })
      .resize(width, height, { fit: 'fill' })
      .composite([{ input: picture.data, raw: picture }]),
  );
}

/** @returns null when the picture does not have three channels */
async function rawOf(image: Sharp): Promise<Raw | null> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return info.channels === 3 ? { data, width: info.width, height: info.height, channels: 3 } : null;
}

async function writeSizes(drawn: Raw, workDir: string): Promise<Record<CoverSize, string>> {
  const { width, height } = coverSizes.large;
  const { data, ...raw } =
    (drawn.width === width && drawn.channels === 3
      ? drawn
      : await rawOf(sharp(drawn.data, { raw: drawn }).resize(width, height, { fit: 'fill' }))) ?? drawn;
  const sizes = Object.entries(coverSizes) as [CoverSize, { width: number; height: number }][];
  const files = await Promise.all(
    sizes.map(async ([size, { width, height }]) => {
      // Effort 2 takes half the time of 3, for files that are 1 % larger.
      const webp = await sharp(data, { raw })
        .resize(width, height, { fit: 'fill' })
        .removeAlpha()
        .webp({ quality: 84, effort: 2 })
        .toBuffer();
      const name = `cover-${size}.webp`;
      await writeFile(join(workDir, name), webp, { mode: 0o600 });
      return [size, name] as const;
    }),
  );
  return Object.fromEntries(files) as Record<CoverSize, string>;
}
