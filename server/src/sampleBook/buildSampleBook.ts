import { readdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { drawSampleCover } from './drawSampleCover.ts';

const sources = new URL('../../sampleBook/', import.meta.url);

export const sampleBookTitle = 'A Short Guide to Lectern';
const author = 'Lectern';
/** Never changes: the same guide is the same file, and so the same book. */
const made = new Date('2026-01-01T00:00:00Z');
const identifier = 'urn:uuid:6f0f4f0e-2a5c-4d0b-9c53-3f6a1d2b7c41';

interface Chapter {
  id: string;
  path: string;
  title: string;
  text: string;
}

/** The guide as an EPUB 3, from its sources beside the server's; the same bytes every time. */
export async function buildSampleBook(): Promise<Buffer> {
  const chapters = await readChapters();
  const zip = new ZipFile();
  const add = (path: string, content: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.from(content), path, {
      mtime: made,
      mode: 0o100644,
      compress,
      forceDosTimestamp: true,
    });
  // First and stored, so that what this is can be seen in its first bytes.
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add('EPUB/guide.opf', packageDocument(chapters));
  add('EPUB/contents.xhtml', contents(chapters));
  add('EPUB/guide.css', await readFile(new URL('guide.css', sources)));
  add('EPUB/cover.jpg', await drawSampleCover(), false);
  for (const { path, text } of chapters) add(`EPUB/${path}`, text);
  zip.end();
  return buffer(zip.outputStream);
}

async function readChapters(): Promise<Chapter[]> {
  const names = (await readdir(new URL('text/', sources))).filter((name) => name.endsWith('.xhtml')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`text/${name}`, sources), 'utf8');
      const title = /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? name;
      return { id: name.replace(/^\d+-|\.xhtml$/g, ''), path: `text/${name}`, title, text };
    }),
  );
}

const container =
  '<?xml version="1.0" encoding="utf-8"?>\n<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">' +
  '<rootfiles><rootfile full-path="EPUB/guide.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

function packageDocument(chapters: readonly Chapter[]): string {
  const items = chapters.map(
    ({ id, path }) => `<item id="${id}" href="${path}" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map(({ id }) => `<itemref idref="${id}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${identifier}</dc:identifier>
    <dc:title>${sampleBookTitle}</dc:title>
    <dc:creator>${author}</dc:creator>
    <dc:language>en</dc:language>
    <dc:publisher>${author}</dc:publisher>
    <dc:subject>Guides</dc:subject>
    <dc:description>Ten minutes about a room for books: bringing them in, reading, marking, finding, and taking them along.</dc:description>
    <meta property="dcterms:modified">${made.toISOString().slice(0, 19)}Z</meta>
    <meta property="schema:accessMode">textual</meta>
    <meta property="schema:accessModeSufficient">textual</meta>
    <meta property="schema:accessibilityFeature">structuralNavigation</meta>
    <meta property="schema:accessibilityFeature">tableOfContents</meta>
    <meta property="schema:accessibilityHazard">none</meta>
  </metadata>
  <manifest>
    <item id="contents" href="contents.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
    <item id="style" href="guide.css" media-type="text/css"/>
    ${items.join('\n    ')}
  </manifest>
  <spine>${spine.join('')}</spine>
</package>
`;
}

function contents(chapters: readonly Chapter[]): string {
  const entries = chapters.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>Contents</title><link rel="stylesheet" type="text/css" href="guide.css"/></head>
<body><nav epub:type="toc"><h1>Contents</h1><ol>${entries.join('')}</ol></nav></body>
</html>
`;
}
