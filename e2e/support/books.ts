/** Books for journeys: real ones where ../shared/books is there, and always a small EPUB that is made here. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../shared/books');

/** Path of a real book, or null where the folder is not there. Tests that need one say so and end early. */
export const realBook = (...path: string[]): string | null => {
  const file = join(folder, ...path);
  return existsSync(file) ? file : null;
};

/** Where the real books are; null where they are not. */
export const realBooks = existsSync(folder) ? folder : null;

const chapters = ['The Lamp', 'The Window', 'The Road'];

/** Sentence `n` of a chapter: known to a test, and different from every other. */
export const sentence = (chapter: number, n: number) =>
  `In the ${chapters[chapter]?.toLowerCase()} chapter, line ${n} tells of a reader who turned the page slowly.`;

/** Writes a valid EPUB 3 of three chapters, each of forty lines, to a temporary folder. @returns its path */
export async function makeEpub(title = 'A Small Book of Lines', author = 'Test Author'): Promise<string> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  zip.file('mimetype', 'application/epub+zip', { compression: 'STORE' });
  zip.file(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  const items = chapters
    .map((_, i) => `<item id="c${i}" href="c${i}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('');
  const refs = chapters.map((_, i) => `<itemref idref="c${i}"/>`).join('');
  zip.file(
    'OEBPS/book.opf',
    `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${crypto.randomUUID()}</dc:identifier><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator><dc:language>en</dc:language><meta property="dcterms:modified">2020-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items}</manifest><spine>${refs}</spine></package>`,
  );
  const list = chapters.map((name, i) => `<li><a href="c${i}.xhtml">${name}</a></li>`).join('');
  zip.file(
    'OEBPS/nav.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${list}</ol></nav></body></html>`,
  );
  chapters.forEach((name, chapter) => {
    const lines = Array.from({ length: 40 }, (_, n) => `<p>${sentence(chapter, n + 1)}</p>`).join('');
    zip.file(
      `OEBPS/c${chapter}.xhtml`,
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title></head><body><h1>${name}</h1>${lines}</body></html>`,
    );
  });
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-book-')), 'small-book.epub');
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
  return file;
}
