import { join } from 'node:path';
import { AppError } from '../../common/errors.ts';
import { withFractions } from '../chapters.ts';
import { renderCovers, renderPicture } from '../cover/renderCovers.ts';
import type { IngestedBook } from '../ingestedBook.ts';
import type { IngestRequest } from '../ingestRequest.ts';
import { isRightToLeft } from '../language.ts';
import { limits } from '../limits.ts';
import { PackWriter } from '../packWriter.ts';
import { titleFromFileName } from '../plainText.ts';
import { type Archive, openArchive, withoutEntries } from './container/archive.ts';
import { findPackage, requestsFixedLayout } from './container/container.ts';
import { readEncryption } from './container/encryption.ts';
import { encodePath } from './container/paths.ts';
import { coverPictures, ownCoverPicture } from './coverPictures.ts';
import { notesOf } from './fileNotes.ts';
import { contentsFromSpine, readContents } from './navigation/contents.ts';
import { BookFiles } from './package/bookFiles.ts';
import { readMetadata } from './package/metadata.ts';
import { readPackage } from './package/packageDocument.ts';
import { countUnshown, readSpine } from './package/spine.ts';
import { readChapters } from './readChapters.ts';
import { FileServer } from './served/FileServer.ts';
import { packServedPackage } from './served/servedPackage.ts';
import { parseXml } from './xml/xml.ts';

/**
 * Ingests an EPUB: metadata, text, and all resources that can be served, sanitized and packed into one file.
 * @throws AppError epub_broken, epub_no_package, epub_no_chapters, epub_unsafe, epub_protected, epub_unsupported,
 * unsupported_file
 */
export async function ingestEpub(request: IngestRequest): Promise<IngestedBook> {
  const archive = await openArchive(request.path);
  try {
    const pack = new PackWriter(join(request.workDir, 'pack'));
    try {
      return await ingest(archive, pack, request);
    } finally {
      pack.close();
    }
  } finally {
    archive.close();
  }
}

async function ingest(whole: Archive, pack: PackWriter, request: IngestRequest): Promise<IngestedBook> {
  const path = findPackage(whole);
  const { fonts: obfuscated, locked } = readEncryption(whole);
  if (locked.has(path)) throw new AppError('epub_protected');
  const source = readPackage(parseXml(whole.read(path, limits.packageBytes)), path);
  const pages = source.spine.map(({ idref }) => whole.find(source.manifest.get(idref)?.path ?? ''));
  if (pages.some((page) => page !== null && locked.has(page))) throw new AppError('epub_protected');
  // A locked picture or sound is left out like a missing one; the text can be read.
  const archive = withoutEntries(whole, locked);
  const metadata = readMetadata(source, titleFromFileName(request.fileName));
  const files = new BookFiles(archive, source);
  const spine = readSpine(archive, source, files);
  if (spine.length === 0)
    throw new AppError(pages.some((page) => page !== null) ? 'epub_unsupported' : 'epub_no_chapters');
  const contents = readContents(archive, source, files, spine);
  const layout = source.fixedLayout || requestsFixedLayout(archive) ? 'fixed' : 'reflowable';
  const direction = source.direction ?? (isRightToLeft(metadata.language) ? 'rtl' : 'ltr');

  const server = new FileServer({
    archive,
    files,
    pack,
    metadata,
    obfuscated,
    identifiers: source.identifiers,
  });
  const parts = { archive, source, files, spine, server };
  // Rendered by other threads while this one reads the chapters. It is awaited even when reading fails.
  const ownCover = ownCoverPicture(parts);
  const ownCoverRendering = ownCover ? renderPicture(ownCover, metadata, request.workDir) : null;
  const renderingEnded = ownCoverRendering?.catch(() => {});
  try {
    const text = await readChapters(
      { spine, toc: contents.toc, files, server, language: metadata.language, source, layout },
      async (share) => {
        request.progress(share * 0.6);
        await pack.room();
      },
    );
    let served = 0;
    for (const file of files.all()) {
      server.serve(file);
      await pack.room();
      request.progress(0.6 + (0.3 * served++) / files.count);
    }
    archive.verify();
    packServedPackage({ pack, archive, source, metadata, layout, direction, spine, contents });
    const packDigest = await pack.finish();

    const cover =
      (await ownCoverRendering) ?? (await renderCovers(coverPictures(parts), metadata, request.workDir));
    request.progress(1);
    return {
      format: 'epub',
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
      resources: pack.resources,
      passages: text.passages,
      page_count: text.positions,
      word_count: text.words,
      packFile: 'pack',
      packDigest,
      cover_source: cover.source,
      coverFiles: cover.files,
    };
  } finally {
    await renderingEnded;
  }
}
