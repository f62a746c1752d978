/** Generates EPUBs for benchmarks, if no real book has the needed properties. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';

export interface BookParts {
  title: string;
  /** Additional <meta> elements of the package. */
  meta?: string;
  /** Manifest items besides the navigation document, as XML. */
  items: string;
  /** Spine items, as XML. */
  spine: string;
  /** Files by path relative to the package. */
  files: Readonly<Record<string, string | Buffer>>;
}

/** Writes an EPUB. @returns its path */
export async function makeBook({ title, meta = '', items, spine, files }: BookParts): Promise<string> {
  const zip = new JSZip();
  zip.file('mimetype', 'application/epub+zip', { compression: 'STORE' });
  zip.file(
    'META-INF/container.xml',
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  zip.file(
    'book/package.opf',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language>${meta}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items}</manifest><spine>${spine}</spine></package>`,
  );
  zip.file('book/nav.xhtml', xhtml(title, '<nav epub:type="toc"><ol></ol></nav>'));
  for (const [path, content] of Object.entries(files)) zip.file(`book/${path}`, content);
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-bench-book-')), `${title}.epub`);
  writeFileSync(file, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
  return file;
}

/** A page of a book. @param head additional content of its head, as XML */
export const xhtml = (title: string, body: string, head = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
