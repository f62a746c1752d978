import assert from 'node:assert/strict';
import { bookFile, nav, packageDocument, page } from '../bookFiles.ts';
import type { Client } from '../client.ts';
import { unzip } from '../zip.ts';

interface AnnotationSet {
  '@context': string;
  type: string;
  about: Record<string, string[]> & { 'dc:title': string };
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  items: any[];
}

/** The bytes of an export of marks: of a book, a collection, or all. */
export async function marksOut(
  reader: Client,
  marks: { book_id?: string; collection_id?: string; in_file?: boolean } = {},
): Promise<Buffer> {
  const { url } = await reader.call('POST /export', { body: { marks } });
  const response = await fetch(new URL(url, reader.origin));
  assert.equal(response.status, 200, url);
  return Buffer.from(await response.arrayBuffer());
}

/** The annotation sets in a `.annotations` file, or in a zip of several. */
export async function marksIn(file: Uint8Array): Promise<AnnotationSet[]> {
  const sets: AnnotationSet[] = [];
  for (const [name, bytes] of await unzip(file)) {
    if (name === 'annotations.json') sets.push(JSON.parse(bytes.toString('utf8')));
    else sets.push(...(await marksIn(bytes)));
  }
  return sets;
}

/** The body of an import of one mark into a chosen book; its words need not be there. */
export const oneMark = (bookId: string, id: string) => ({
  ...takeIn({ items: [{ id, type: 'Annotation', target: { source: 'x.xhtml', selector: quote } }] }),
  books: [{ set: 0, book_id: bookId }],
});
const quote = { type: 'TextQuoteSelector', exact: 'nowhere' };

/** The body of a proof or import of a file, or of an annotation set. */
export function takeIn(file: Uint8Array | object, name = 'marks.annotations') {
  const bytes = file instanceof Uint8Array ? file : Buffer.from(JSON.stringify(file));
  return { name, content: Buffer.from(bytes).toString('base64') };
}

/** A linear congruential generator of numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The text of a chapter. */
export const whaleChapter = (name: string) =>
  `<h1>${name}</h1><p id="first">It is the first line of chapter ${name}, and it is short.</p>
   <div><p>Nothing.</p><p>The white whale of ${name} swam slowly past the ship at dawn.</p></div>`;
/** A book of two chapters. */
export const whaleEpub = (title: string, more: Record<string, string | Buffer> = {}) =>
  bookFile({
    'OPS/book.opf': packageDocument({
      title,
      metadata: '<dc:creator>A. Writer</dc:creator>',
      chapters: ['text/one.xhtml', 'text/two.xhtml'],
    }),
    'OPS/nav.xhtml': nav('<li><a href="text/one.xhtml">One</a></li>'),
    'OPS/text/one.xhtml': page(whaleChapter('one')),
    'OPS/text/two.xhtml': page(whaleChapter('two')),
    ...more,
  });
