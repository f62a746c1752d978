import { AppError } from '../../../run/common/errors.ts';
import type { CoverPicture } from '../cover/renderCovers.ts';
import { limits } from '../limits.ts';
import type { Archive } from './container/archive.ts';
import { resolveReference } from './container/paths.ts';
import type { BookFile, BookFiles } from './package/bookFiles.ts';
import { metaValue, type PackageDocument } from './package/packageDocument.ts';
import type { SpineFile } from './package/spine.ts';
import type { FileServer } from './served/FileServer.ts';

interface Parts {
  archive: Archive;
  source: PackageDocument;
  files: BookFiles;
  spine: readonly SpineFile[];
  server: FileServer;
}

/** Maximum size of a cover picture in bytes. */
const maxBytes = 40 * 1024 * 1024;
/** Pictures that are tried because of their name. Each may be damaged, and takes time to be decoded. */
const maxTriedByName = 20;
/** Precedes a picture embedded in a drawing. */
const marker = ';base64,';
const longestKind = 'data:image/jpeg'.length;

/** The most likely cover, if it can be found without reading a page. */
export function ownCoverPicture(parts: Parts): CoverPicture | null {
  for (const file of candidates(parts)) {
    if (file?.kind === 'document') return null;
    if (file) return pictureAs(file, parts);
  }
  return null;
}

/** Candidates for the cover, most likely first; each is unpacked only when needed. */
export function* coverPictures(parts: Parts): Generator<CoverPicture> {
  const tried = new Set<string>();
  for (const file of candidates(parts)) {
    if (file === null || tried.has(file.name)) continue;
    tried.add(file.name);
    const picture = file.kind === 'document' ? pictureOf(file, parts) : file;
    const cover = picture && pictureAs(picture, parts);
    if (cover) yield cover;
  }
}

function pictureAs(file: BookFile, { archive }: Parts): CoverPicture | null {
  try {
    if (file.kind !== 'picture' && file.kind !== 'drawing') return null;
    const bytes = archive.read(file.name, maxBytes);
    if (file.kind === 'picture') return { bytes, titled: true };
    const drawn = pictureInDrawing(bytes);
    return drawn && { bytes: drawn, titled: false };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function* candidates({ source, files, spine }: Parts): Generator<BookFile | null> {
  const items = [...source.manifest.values()];
  yield files.at(items.find(({ properties }) => properties.includes('cover-image'))?.path ?? null);
  const fileAt = (address: string) => {
    const reference = resolveReference(source.path, address);
    return reference.kind === 'inside' ? files.at(reference.path) : null;
  };
  const named = metaValue(source.metadata, 'cover');
  if (named !== null) {
    yield files.at(source.manifest.get(named)?.path ?? null);
    yield fileAt(named);
  }
  for (const { type, address } of source.guide) if (type === 'cover') yield fileAt(address);
  const similar = items.filter(
    ({ id, path, mediaType }) => /cover/i.test(`${id} ${path}`) && mediaType.startsWith('image/'),
  );
  for (const { path } of similar.slice(0, maxTriedByName)) yield files.at(path);
  yield spine[0]?.file ?? null;
}

/** The first picture on a page. */
function pictureOf(page: BookFile, { files, server }: Parts): BookFile | null {
  const address = server.firstPicture(page);
  if (address === null || address.startsWith('data:')) return null;
  const reference = resolveReference(page.page ?? page.path, address);
  return reference.kind === 'inside' ? files.at(reference.path) : null;
}

/** A bitmap embedded in a drawing. The drawing itself is never rendered, for safety. */
function pictureInDrawing(bytes: Buffer): Buffer | null {
  if (bytes.length > limits.documentBytes) return null;
  // A byte search: a regular expression would take as long as the rest of the book.
  let best: Buffer | null = null;
  const quotes = ['"', "'", '<'].map((mark) => ({ mark, at: -1 }));
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at)) {
    const kind = bytes.toString('latin1', Math.max(0, at - longestKind), at);
    const start = at + marker.length;
    // Finds each quote once, however many markers there are.
    for (const quote of quotes) {
      if (quote.at >= start) continue;
      const index = bytes.indexOf(quote.mark, start);
      quote.at = index === -1 ? bytes.length : index;
    }
    const end = Math.min(...quotes.map((quote) => quote.at));
    const data = bytes.subarray(start, end);
    if (/data:image\/(?:jpeg|jpg|png|webp)$/i.test(kind) && data.length > Math.max(20_000, best?.length ?? 0))
      best = data;
    at = end;
  }
  return best && Buffer.from(best.toString('latin1'), 'base64');
}
