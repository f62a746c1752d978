import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { ZipFile } from 'yazl';
import { canBeSet, fitText, setFont } from '../ingest/cover/coverType.ts';

const sources = new URL('../../../sampleBook/', import.meta.url);

const author = 'Lectern';
/** Constant, so that the same guide is always the same file, and thus the same book. */
const made = new Date('2026-01-01T00:00:00Z');

/** Languages of the guide: sampleBook/guide.<language>.xhtml. */
export const guideLanguages: readonly string[] = readdirSync(sources)
  .flatMap((name) => /^guide\.(.+)\.xhtml$/.exec(name)?.[1] ?? [])
  .sort();

interface Chapter {
  id: string;
  title: string;
  /** The chapter's <section>. */
  section: string;
}

interface Guide {
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  description: string;
  /** Heading of the table of contents. */
  contents: string;
  chapters: Chapter[];
}

/**
 * Builds the guide as an EPUB 3 from its source; always the same bytes.
 * @param language one of `guideLanguages`
 */
export async function buildSampleBook(language = 'en'): Promise<{ title: string; bytes: Buffer }> {
  const guide = await readGuide(language);
  const zip = new ZipFile();
  const add = (path: string, content: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.from(content), path, {
      mtime: made,
      mode: 0o100644,
      compress,
      forceDosTimestamp: true,
    });
  // First and uncompressed, as EPUB requires.
  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add('EPUB/guide.opf', packageDocument(guide));
  add('EPUB/contents.xhtml', contents(guide));
  add('EPUB/guide.css', await readFile(new URL('guide.css', sources)));
  add('EPUB/cover.jpg', await drawSampleCover(guide.title), false);
  for (const chapter of guide.chapters)
    add(`EPUB/${pathOf(chapter)}`, page(guide, chapter.title, chapter.section));
  zip.end();
  return { title: guide.title, bytes: await buffer(zip.outputStream) };
}

/** The source is one page with a <section> per chapter. */
async function readGuide(language: string): Promise<Guide> {
  const source = await readFile(new URL(`guide.${language}.xhtml`, sources), 'utf8');
  const found = (pattern: RegExp) => {
    const match = pattern.exec(source)?.[1];
    if (match === undefined) throw new Error(`guide.${language}.xhtml has nothing like ${pattern}.`);
    return match;
  };
  const chapters = [
    ...source.matchAll(/<section [^>]*id="([^"]+)"[^>]*>\s*<h1>([^<]+)<\/h1>.*?<\/section>/gs),
  ];
  return {
    language,
    direction: /<html [^>]*dir="rtl"/.test(source) ? 'rtl' : 'ltr',
    title: found(/<title>([^<]+)<\/title>/),
    description: found(/<meta name="description" content="([^"]+)"/),
    contents: found(/<meta name="contents" content="([^"]+)"/),
    chapters: chapters.map(([section, id = '', title = '']) => ({ id, title, section })),
  };
}

const pathOf = ({ id }: Chapter) => `${id}.xhtml`;

const container =
  '<?xml version="1.0" encoding="utf-8"?>\n<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">' +
  '<rootfiles><rootfile full-path="EPUB/guide.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

function packageDocument({ language, direction, title, description, chapters }: Guide): string {
  const items = chapters.map(
    (chapter) => `<item id="${chapter.id}" href="${pathOf(chapter)}" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map(({ id }) => `<itemref idref="${id}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:x-lectern:guide:${language}</dc:identifier>
    <dc:title>${title}</dc:title>
    <dc:creator>${author}</dc:creator>
    <dc:language>${language}</dc:language>
    <dc:publisher>${author}</dc:publisher>
    <dc:description>${description}</dc:description>
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
  <spine page-progression-direction="${direction}">${spine.join('')}</spine>
</package>
`;
}

function contents(guide: Guide): string {
  const entries = guide.chapters.map(
    (chapter) => `<li><a href="${pathOf(chapter)}">${chapter.title}</a></li>`,
  );
  const list = `<nav epub:type="toc"><h1>${guide.contents}</h1><ol>${entries.join('')}</ol></nav>`;
  return page(guide, guide.contents, list);
}

const page = (
  { language, direction }: Guide,
  title: string,
  body: string,
) => `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}" dir="${direction}">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="guide.css"/></head>
<body>${body}</body>
</html>
`;

const [width, height] = [1_200, 1_800];
const name = 'Lectern';

/**
 * The cover of the guide: its picture (sampleBook/cover.svg) with the title. What the title has besides the name is set
 * above it, in small letters, if there are glyphs for it.
 * @param title contains `Lectern`
 * @returns a JPEG
 */
async function drawSampleCover(title: string): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = await readFile(new URL('../../../sampleBook/cover.svg', import.meta.url));
  context.drawImage(await loadImage(picture), 0, 0);
  context.textAlign = 'center';
  context.fillStyle = '#f7ecd8';
  const others = title.replace(name, ' ').replaceAll(/\s+/g, ' ').trim();
  if (canBeSet(others)) {
    const box = { width: width - 300, height: 90 };
    const { size } = fitText(context, others, box, { from: 64, to: 44, weight: 400, leading: 1.2, lines: 1 });
    setFont(context, size, 400);
    context.fillText(others, width / 2, 330);
  }
  setFont(context, 168, 500);
  context.fillText(name, width / 2, 500);
  return canvas.encode('jpeg', 90);
}
