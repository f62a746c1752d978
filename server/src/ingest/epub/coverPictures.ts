import { AppError } from '../../errors.ts';
import type { CoverPicture } from '../cover/renderCovers.ts';
import { limits } from '../limits.ts';
import type { Archive } from './archive.ts';
import type { BookFile, BookFiles } from './bookFiles.ts';
import type { FileServer } from './FileServer.ts';
import { metaValue, type PackageDocument } from './packageDocument.ts';
import { resolveReference } from './paths.ts';
import type { SpineFile } from './spine.ts';

interface Parts {
  archive: Archive;
  source: PackageDocument;
  files: BookFiles;
  spine: readonly SpineFile[];
  server: FileServer;
}

/** Bytes of a picture that may be a cover. */
const most = 40 * 1024 * 1024;

/** The likeliest cover, when it is a picture by itself: to find it no page has to be read. */
export function ownCoverPicture(parts: Parts): CoverPicture | null {
  for (const file of candidates(parts)) {
    if (file?.kind === 'document') return null;
    if (file) return pictureAs(file, parts);
  }
  return null;
}

/** Pictures that may be the cover, the likeliest first; each is unpacked only when it is its turn. */
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
    const bytes = archive.read(file.name, most);
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
  const named = metaValue(source.metadata, 'cover');
  if (named !== null) {
    yield files.at(source.manifest.get(named)?.path ?? null);
    const reference = resolveReference(source.path, named);
    yield reference.kind === 'inside' ? files.at(reference.path) : null;
  }
  yield files.at(source.guide.get('cover') ?? null);
  for (const item of items) {
    if (/cover/i.test(`${item.id} ${item.path}`) && item.mediaType.startsWith('image/'))
      yield files.at(item.path);
  }
  yield spine[0]?.file ?? null;
}

/** The first picture that a page shows. */
function pictureOf(page: BookFile, { files, server }: Parts): BookFile | null {
  const address = server.firstPicture(page);
  if (address === null || address.startsWith('data:')) return null;
  const reference = resolveReference(page.page ?? page.path, address);
  return reference.kind === 'inside' ? files.at(reference.path) : null;
}

/**
 * A photograph or painting that lies whole inside a drawing. The drawing itself is never rendered: whatever could be
 * hidden in one stays there.
 */
function pictureInDrawing(bytes: Buffer): Buffer | null {
  if (bytes.length > limits.documentBytes) return null;
  const marker = /data:image\/(?:jpeg|jpg|png|webp);base64,/gi;
  const source = bytes.toString('latin1');
  let best: string | null = null;
  for (let match = marker.exec(source); match; match = marker.exec(source)) {
    const end = source.slice(marker.lastIndex).search(/["'<]/);
    const data = source.slice(marker.lastIndex, end === -1 ? undefined : marker.lastIndex + end);
    if (data.length > 20_000 && data.length > (best?.length ?? 0)) best = data;
    marker.lastIndex += Math.max(0, end);
  }
  return best === null ? null : Buffer.from(best, 'base64');
}
