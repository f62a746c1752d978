import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { SpineItem, TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { type Chapter, flattenToc } from '../chapters.ts';
import type { TextPassage } from '../ingestedBook.ts';
import { limits } from '../limits.ts';
import { cutPassages } from '../passages.ts';
import { countWords } from '../words.ts';
import { encodePath } from './container/paths.ts';
import type { BookFiles } from './package/bookFiles.ts';
import type { PackageDocument } from './package/packageDocument.ts';
import { renditionOf, type SpineFile, unlistedPage } from './package/spine.ts';
import type { SanitizedDocument } from './sanitize/sanitizedDocument.ts';
import type { FileServer } from './served/FileServer.ts';

/** Characters of a chapter, as rendered, per position. */
const charactersPerPosition = 1_024;

export interface ChaptersToRead {
  spine: SpineFile[];
  toc: readonly TocEntry[];
  files: BookFiles;
  server: FileServer;
  /** Of the book. */
  language: string | null;
  source: PackageDocument;
  /** Of the book. */
  layout: 'reflowable' | 'fixed';
}

export interface BookText {
  items: SpineItem[];
  passages: TextPassage[];
  /** Share of the characters of its chapter before an entry of the contents, by address. */
  fractions: Map<string | null, number>;
  positions: number;
  words: number;
}

/**
 * Serves the chapters and reads their text, in order, and yields between two of them to other work of this thread.
 * Pages outside of the spine that a link leads to are added to its end.
 * @param between called with the share that has been read
 */
export async function readChapters(
  { spine, toc, files, server, language, source, layout }: ChaptersToRead,
  between: (share: number) => Promise<void>,
): Promise<BookText> {
  const chapters = Map.groupBy(flattenToc(toc), ({ target }) => target);
  const result: BookText = { items: [], passages: [], fractions: new Map(), positions: 0, words: 0 };
  let carried: string | null = null;
  let searchable: number = limits.searchableText;
  /** Pages that occur in the spine more than once. */
  const sanitized = new Map<string, SanitizedDocument>();
  const read = new Set<string>();
  const repeated = new Set<string>();
  for (const { page } of spine) (read.has(page) ? repeated : read).add(page);
  const listed = new Set(spine.map(({ file }) => file));
  for (const [target, { file, page, linear, properties, overlay }] of spine.entries()) {
    const entries = chapters.get(target) ?? [];
    const fragments = entries.flatMap(({ fragment }) => (fragment === null ? [] : [fragment]));
    const again = sanitized.get(page);
    const document = again ?? server.page(file, new Set(fragments));
    if (repeated.has(page)) sanitized.set(page, document);
    for (const linked of files.takeLinked()) {
      if (listed.has(linked) || spine.length >= limits.spineItems) continue;
      listed.add(linked);
      spine.push(unlistedPage(linked));
    }
    for (const { href, fragment } of entries)
      result.fractions.set(href, (document.ids.get(fragment ?? '') ?? 0) / Math.max(1, document.text.length));
    const places = placesOf(entries, document, carried);
    const passages = cutPassages({ ...document, chapters: places, target });
    const words = passages.reduce((sum, { text }) => sum + countWords(text, language), 0);
    const characters = passages.reduce((sum, { text }) => sum + text.length + 1, 0);
    const rendition = renditionOf(source, { properties }, layout);
    const isFixed = (rendition?.layout ?? layout) === 'fixed';
    const positions = isFixed ? 1 : Math.max(1, Math.ceil(characters / charactersPerPosition));
    searchable -= document.text.length;
    // The text of a repeated page is indexed once.
    if (searchable >= 0 && !again) for (const passage of passages) result.passages.push(passage);
    result.items.push({
      href: encodePath(page),
      title: entries[0]?.title ?? document.heading ?? ownTitle(document, page),
      words,
      characters: document.text.length,
      first_position: result.positions + 1,
      positions,
      linear,
      ...(rendition ? { rendition } : {}),
      ...(overlay ? { overlay: server.overlay(page, overlay) } : {}),
      ...(document.malformed ? { malformed: true } : {}),
    });
    result.positions += positions;
    result.words += words;
    carried = places.at(-1)?.title ?? null;
    await between((target + 1) / spine.length);
    await yieldToOthers();
  }
  return result;
}

/** The title of a page; null when it is missing or only a file name, as Pandoc writes without a heading. */
function ownTitle({ title }: SanitizedDocument, page: string): string | null {
  const name = page.slice(page.lastIndexOf('/') + 1);
  return title === '' || title === name || title === 'UNTITLED' ? null : title;
}

/** Offsets in a page at which chapters begin, including the chapter it starts with. */
function placesOf(
  entries: readonly Chapter[],
  { ids, heading }: SanitizedDocument,
  carried: string | null,
): { offset: number; title: string | null }[] {
  const places = entries
    .map(({ title, fragment }) => ({ offset: fragment === null ? 0 : (ids.get(fragment) ?? 0), title }))
    .sort((a, b) => a.offset - b.offset);
  // Of several at the same offset, the last is the innermost.
  const distinct = places.filter((place, index) => places[index + 1]?.offset !== place.offset);
  return distinct[0]?.offset === 0 ? distinct : [{ offset: 0, title: heading ?? carried }, ...distinct];
}
