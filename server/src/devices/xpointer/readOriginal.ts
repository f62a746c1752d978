import { type Archive, openArchive } from '../../intake/ingest/epub/container/archive.ts';
import { findPackage } from '../../intake/ingest/epub/container/container.ts';
import { type BookFile, BookFiles } from '../../intake/ingest/epub/package/bookFiles.ts';
import { readPackage } from '../../intake/ingest/epub/package/packageDocument.ts';
import { readSpine } from '../../intake/ingest/epub/package/spine.ts';
import { observeDocument } from '../../intake/ingest/epub/sanitize/sanitizeDocument.ts';
import { htmlOfDtbook } from '../../intake/ingest/epub/served/dtbook.ts';
import { decodeMarkup, parseXml } from '../../intake/ingest/epub/xml/xml.ts';
import { limits } from '../../intake/ingest/limits.ts';
import { AppError } from '../../run/common/errors.ts';
import {
  type OriginalElement,
  type OriginalNode,
  type OriginalText,
  OriginalTreeBuilder,
} from './originalTree.ts';
import { servedTexts } from './resolveXPointer.ts';

/** The spine of the package: the zero-based index of each item among the served ones; null when it is not served. */
export type Fragments = readonly (number | null)[];

/** A chapter before sanitizing, with its served text. */
export interface OriginalChapter {
  body: OriginalElement;
  texts: readonly OriginalText[];
  /** As in a browser's document. */
  servedText: string;
}

/** Maximum bytes of a chapter. */
const maxChapterBytes = 4 * 1024 ** 2;
/** Maximum nodes of a chapter: transferring more would block the server. */
const maxNodes = 120_000;

/** The whole spine of an EPUB; empty when it cannot be read. For a helper process. */
export const readFragments = (path: string): Promise<Fragments> =>
  withBook(path, ({ fragments }) => fragments).then((fragments) => fragments ?? []);

/** Null for an item that is a picture, too large, or unreadable. For a helper process. */
export const readOriginalChapter = (path: string, spineIndex: number): Promise<OriginalChapter | null> =>
  withBook(path, (open) => readChapter(open, spineIndex));

interface OpenBook {
  archive: Archive;
  files: BookFiles;
  fragments: Fragments;
  spine: readonly { file: BookFile }[];
}

/** @returns null when it is not a readable EPUB */
async function withBook<T>(path: string, work: (book: OpenBook) => T): Promise<T | null> {
  try {
    const archive = await openArchive(path);
    try {
      return work(openBook(archive));
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function openBook(archive: Archive): OpenBook {
  const path = findPackage(archive);
  const source = readPackage(parseXml(archive.read(path, limits.packageBytes)), path);
  const files = new BookFiles(archive, source);
  const spine = readSpine(archive, source, files);
  let served = 0;
  const fragments = source.spine.flatMap(({ idref }): Fragments => {
    const spineIndex = spine[served]?.idref === idref ? served++ : null;
    return source.manifest.has(idref) ? [spineIndex] : [];
  });
  return { archive, files, spine, fragments };
}

function readChapter({ archive, files, spine }: OpenBook, spineIndex: number): OriginalChapter | null {
  const file = spine[spineIndex]?.file;
  if (file?.kind !== 'document') return null;
  const source = htmlOfDtbook(decodeMarkup(archive.read(file.name, maxChapterBytes)));
  let builder = new OriginalTreeBuilder();
  const { text } = observeDocument(
    source,
    {
      kind: 'html',
      policy: files.policyFor(file.name, file.path),
      wantedIds: new Set(),
      keepStyle: () => null,
    },
    () => {
      builder = new OriginalTreeBuilder();
      return builder;
    },
  );
  const body = builder.finish();
  if (hasMore(body, maxNodes)) emptyFormulas(body);
  if (hasMore(body, maxNodes)) return null;
  return { body, texts: servedTexts(body), servedText: text };
}

/**
 * Formulas may contain most nodes of a page: drop their content, so that positions in them refer to the whole
 * formula.
 */
function emptyFormulas(body: OriginalElement): void {
  const waiting: OriginalNode[] = [body];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'text') continue;
    if (node.name === 'math') node.children = [];
    for (const child of node.children) waiting.push(child);
  }
}

/** Whether there are more than `most` nodes. */
function hasMore(body: OriginalElement, most: number): boolean {
  const waiting: OriginalNode[] = [body];
  for (let count = 0; ; count++) {
    const node = waiting.pop();
    if (node === undefined) return false;
    if (count >= most) return true;
    if (node.kind === 'element') for (const child of node.children) waiting.push(child);
  }
}
