import { join } from 'node:path';
import type { FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { SpineItem } from '@lectern/shared-contracts/api/books.ts';
import { AppError } from '../../../run/common/errors.ts';
import { withFractions } from '../chapters.ts';
import { renderCandidate, renderCovers } from '../cover/renderCovers.ts';
import type { IngestedBook, IngestRequest, PackedResource } from '../ingestedBook.ts';
import { limits } from '../limits.ts';
import { isRightToLeft } from '../metadataValues.ts';
import { PackWriter } from '../packWriter.ts';
import { titleFromFileName } from '../plainText.ts';
import { type Archive, openArchive } from './container/archive.ts';
import {
  findPackage,
  readEmbeddedAnnotations,
  readEncryption,
  requestsFixedLayout,
} from './container/container.ts';
import { encodePath, relativeAddress } from './container/paths.ts';
import { coverPictures, ownCoverPicture } from './coverPictures.ts';
import { contentsFromSpine, readContents } from './navigation/contents.ts';
import { BookFiles } from './package/bookFiles.ts';
import { readMetadata } from './package/metadata.ts';
import { type PackageDocument, readPackage } from './package/packageDocument.ts';
import { countUnshown, readSpine, type SpineFile } from './package/spine.ts';
import { readChapters } from './readChapters.ts';
import { FileServer } from './served/FileServer.ts';
import { escapeXml, parseXml } from './xml/xml.ts';

/**
 * Ingests an EPUB: metadata, text, and all resources that can be served, sanitized and packed into one file.
 * @throws AppError epub_broken, epub_no_package, epub_no_chapters, epub_unsafe, epub_protected, epub_unsupported,
 * unsupported_file
 */
export async function ingestEpub(request: IngestRequest): Promise<IngestedBook> {
  const archive = await openArchive(request.path);
  try {
    return await ingestArchive(archive, request);
  } finally {
    archive.close();
  }
}

/**
 * The same for the files of an EPUB in any archive, which stays open.
 * @throws AppError as ingestEpub
 */
export async function ingestArchive(archive: Archive, request: IngestRequest): Promise<IngestedBook> {
  const pack = new PackWriter(join(request.workDir, 'pack'));
  try {
    return await ingest(archive, pack, request);
  } finally {
    pack.close();
  }
}

async function ingest(archive: Archive, pack: PackWriter, request: IngestRequest): Promise<IngestedBook> {
  const book = openBook(archive, request.fileName);
  const { source, files, spine, metadata, layout } = book;
  const server = new FileServer({ ...book, pack, identifiers: source.identifiers });
  const parts = { archive, source, files, spine, server };
  // Rendered by other threads while this one reads the chapters. It is awaited even when reading fails.
  const ownCover = ownCoverPicture(parts);
  const ownCoverRendering = ownCover && renderCandidate(ownCover, metadata, request.workDir);
  ownCoverRendering?.catch(() => {});
  try {
    const text = await readChapters(
      { spine, toc: book.contents.toc, files, server, language: metadata.language, source, layout },
      async (share) => {
        request.progress(share * 0.6);
        await pack.drain();
      },
    );
    await serveAll(book, server, pack, (share) => request.progress(0.6 + 0.3 * share));
    const embedded = readEmbeddedAnnotations(archive);
    const packDigest = await pack.finish();
    const cover =
      (await ownCoverRendering) ?? (await renderCovers(coverPictures(parts), metadata, request.workDir));
    request.progress(1);
    return {
      ...factsOf(book, text),
      ...(embedded === undefined ? {} : { embedded }),
      resources: pack.resources,
      packFile: 'pack',
      packDigest,
      cover_source: cover.source,
      coverFiles: cover.files,
    };
  } finally {
    await Promise.allSettled([ownCoverRendering]);
  }
}

type OpenBook = ReturnType<typeof openBook>;

/**
 * Reads the package document, and what follows from it without a chapter being read.
 * @throws AppError epub_no_package, epub_protected, epub_unsupported or epub_no_chapters
 */
function openBook(archive: Archive, fileName: string) {
  const path = findPackage(archive);
  const { fonts: obfuscated, locked } = readEncryption(archive);
  if (locked.has(path)) throw new AppError('epub_protected');
  const source = readPackage(parseXml(archive.read(path, limits.packageBytes)), path);
  const pages = source.spine.map(({ idref }) => archive.find(source.manifest.get(idref)?.path ?? ''));
  if (pages.some((page) => page !== null && locked.has(page))) throw new AppError('epub_protected');
  // A locked picture or sound is left out like a missing one; the text can be read.
  archive.hide(locked);
  const metadata = readMetadata(source, titleFromFileName(fileName));
  const files = new BookFiles(archive, source);
  const spine = readSpine(archive, source, files);
  if (spine.length === 0)
    throw new AppError(pages.some((page) => page !== null) ? 'epub_unsupported' : 'epub_no_chapters');
  const contents = readContents(archive, source, files, spine);
  const layout: IngestedBook['layout'] =
    source.fixedLayout || requestsFixedLayout(archive) ? 'fixed' : 'reflowable';
  const direction = source.direction ?? (isRightToLeft(metadata.language) ? 'rtl' : 'ltr');
  return { path, obfuscated, source, archive, metadata, files, spine, contents, layout, direction };
}

/** Packs all files that can be served, and a package document that lists them. */
async function serveAll(
  book: OpenBook,
  server: FileServer,
  pack: PackWriter,
  onProgress: (share: number) => void,
): Promise<void> {
  let served = 0;
  for (const file of book.files.all()) {
    server.serve(file);
    await pack.drain();
    onProgress(served++ / book.files.count);
  }
  book.archive.verify();
  const { path } = book;
  pack.add(path, 'application/oebps-package+xml', listOfFiles(path, pack.resources));
}

/** The package document as served: a list of all files, which the app reads to keep a book offline. */
export function listOfFiles(path: string, resources: readonly PackedResource[]): string {
  const items = resources.map(
    (resource) =>
      `<item href="${escapeXml(relativeAddress(path, resource.path))}" media-type="${escapeXml(resource.media_type)}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.join('')}</manifest></package>`;
}

/** What the database stores about the book and its text. */
function factsOf(book: OpenBook, text: Awaited<ReturnType<typeof readChapters>>) {
  const { path, archive, source, metadata, files, spine, contents, layout, direction } = book;
  return {
    format: 'epub' as const,
    metadata,
    layout,
    direction,
    opf: encodePath(path),
    notes: notesOf({ archive, source, spine, items: text.items }),
    unshown: countUnshown(archive, source, files),
    toc:
      contents.toc.length > 0 ? withFractions(contents.toc, text.fractions) : contentsFromSpine(text.items),
    ...(contents.landmarks.length > 0 ? { landmarks: contents.landmarks } : {}),
    ...(contents.pageList.length > 0 ? { page_list: contents.pageList } : {}),
    spine: text.items,
    passages: text.passages,
    page_count: text.positions,
    word_count: text.words,
  };
}

/** Notes on content that cannot be shown or played as intended. */
export function notesOf({
  archive,
  source,
  spine,
  items,
}: {
  archive: Archive;
  source: PackageDocument;
  spine: readonly SpineFile[];
  items: readonly SpineItem[];
}): FileNote[] {
  const manifest = [...source.manifest.values()];
  const counts: Record<FileNote['kind'], number> = {
    malformed: items.filter(({ malformed }) => malformed).length,
    scripts: manifest.filter(({ properties }) => properties.includes('scripted')).length,
    missing: manifest.filter(({ path }) => path !== null && archive.find(path) === null).length,
    sound: spine.reduce((sum, { brokenClips }) => sum + brokenClips, 0),
  };
  return (Object.keys(counts) as FileNote['kind'][]).flatMap((kind) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [],
  );
}
