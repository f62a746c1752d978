/** Books for end-to-end tests: real ones from ../shared/books, if it exists, and a small generated EPUB. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../shared/books');

/** Path of a real book; null if it does not exist. Tests that need one are skipped with a message. */
export const realBook = (...path: string[]): string | null => {
  const file = join(folder, ...path);
  return existsSync(file) ? file : null;
};

/** Folder of the real books; null if it does not exist. */
export const realBooks = existsSync(folder) ? folder : null;

const chapters = ['The Lamp', 'The Window', 'The Road'];

/** Sentence `n` of a chapter: predictable, and different from every other. */
export const sentence = (chapter: number, n: number) =>
  `In the ${chapters[chapter]?.toLowerCase()} chapter, line ${n} tells of a reader who turned the page slowly.`;

/** A spine document: the body of an XHTML page, or a complete file. */
export interface SpineFile {
  /** Its path; the extension determines its type. */
  path: string;
  title: string;
  body?: string;
  content?: string | Uint8Array;
  /** False for a page outside the reading order. */
  linear?: boolean;
  /** Of the itemref, such as its side in a spread. */
  properties?: string;
}

export interface BookOptions {
  title: string;
  author?: string;
  language?: string;
  direction?: 'ltr' | 'rtl';
  style?: string;
  /** XML of the package metadata, after title, author and language. */
  metadata?: string;
  spine: readonly SpineFile[];
  /** Additional files, such as images, by path. */
  files?: Readonly<Record<string, string | Uint8Array>>;
}

const kinds: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  css: 'text/css',
};
const kindOf = (path: string) => kinds[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** Writes a valid EPUB 3 to a temporary folder. @returns its path */
export async function makeBook(options: BookOptions): Promise<string> {
  const { default: JSZip } = await import('jszip');
  const { title, author = 'Test Author', language = 'en', direction = 'ltr', metadata = '', spine } = options;
  const files: Record<string, string | Uint8Array> = { 'style.css': options.style ?? '', ...options.files };
  const zip = new JSZip();
  zip.file('mimetype', 'application/epub+zip', { compression: 'STORE' });
  zip.file(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  const paths = [...spine.map(({ path }) => path), ...Object.keys(files)];
  const items = paths
    .map((path, i) => `<item id="i${i}" href="${path}" media-type="${kindOf(path)}"/>`)
    .join('');
  const refs = spine
    .map(({ linear, properties }, i) => {
      const said = properties ? ` properties="${properties}"` : '';
      return `<itemref idref="i${i}"${linear === false ? ' linear="no"' : ''}${said}/>`;
    })
    .join('');
  zip.file(
    'OEBPS/book.opf',
    `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${crypto.randomUUID()}</dc:identifier><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator><dc:language>${language}</dc:language><meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>${metadata}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items}</manifest><spine page-progression-direction="${direction}">${refs}</spine></package>`,
  );
  const list = spine.map(({ path, title: name }) => `<li><a href="${path}">${name}</a></li>`).join('');
  zip.file(
    'OEBPS/nav.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${list}</ol></nav></body></html>`,
  );
  for (const { path, title: name, body, content } of spine)
    zip.file(
      `OEBPS/${path}`,
      content ??
        `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}" lang="${language}"><head><title>${name}</title><link rel="stylesheet" href="style.css"/></head><body>${body ?? ''}</body></html>`,
    );
  for (const [path, content] of Object.entries(files)) zip.file(`OEBPS/${path}`, content);
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-book-')), 'small-book.epub');
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
  return file;
}

/** Writes a valid EPUB 3 of three chapters, each of forty lines, to a temporary folder. @returns its path */
export function makeEpub(title = 'A Small Book of Lines', author = 'Test Author'): Promise<string> {
  return makeBook({
    title,
    author,
    spine: chapters.map((name, chapter) => {
      const lines = Array.from({ length: 40 }, (_, n) => `<p>${sentence(chapter, n + 1)}</p>`).join('');
      return { path: `c${chapter}.xhtml`, title: name, body: `<h1>${name}</h1>${lines}` };
    }),
  });
}

/** Writes a one-page PDF in MacRoman encoding, whose character 222 is the ligature ﬁ. @returns its path */
export function makePdf(line: string): string {
  const content = `BT /F1 24 Tf 50 700 Td (${line.replaceAll('ﬁ', '\\336')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /MacRomanEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-book-')), 'small.pdf');
  writeFileSync(file, text, 'latin1');
  return file;
}
