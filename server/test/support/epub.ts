import { randomUUID } from 'node:crypto';
import { ZipFile } from 'yazl';

export interface EpubContents {
  title?: string;
  author?: string;
  isbn?: string;
  language?: string;
  /** Text of each chapter. */
  chapters?: readonly string[];
}

/** A small valid EPUB 3; each call makes a different file, since its identifier is unique. */
export async function makeEpub({
  title = 'A Small Book',
  author = 'An Author',
  isbn,
  language = 'en',
  chapters = ['Call me Ishmael.'],
}: EpubContents = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date(2026, 0, 1), compress: true };
  const add = (path: string, text: string, compress = true) =>
    zip.addBuffer(Buffer.from(text), path, { ...options, compress });
  add('mimetype', 'application/epub+zip', false);
  add(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
      '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  );
  const names = chapters.map((_, i) => `chapter${i + 1}.xhtml`);
  add(
    'OEBPS/book.opf',
    `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${randomUUID()}</dc:identifier>${isbn ? `<dc:identifier>urn:isbn:${isbn}</dc:identifier>` : ''}
      <dc:title>${title}</dc:title><dc:creator>${author}</dc:creator><dc:language>${language}</dc:language>
      <meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
      <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      ${names.map((name, i) => `<item id="c${i}" href="${name}" media-type="application/xhtml+xml"/>`).join('')}</manifest>
      <spine>${names.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
  );
  add(
    'OEBPS/nav.xhtml',
    page(
      'Contents',
      `<nav epub:type="toc"><ol>${names.map((name, i) => `<li><a href="${name}">Chapter ${i + 1}</a></li>`).join('')}</ol></nav>`,
    ),
  );
  for (const [i, text] of chapters.entries()) {
    add(`OEBPS/chapter${i + 1}.xhtml`, page(`Chapter ${i + 1}`, `<h1>Chapter ${i + 1}</h1><p>${text}</p>`));
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function page(title: string, body: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">' +
    `<head><title>${title}</title></head><body>${body}</body></html>`
  );
}
