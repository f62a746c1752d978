import { type RawEntry, rawZip } from './rawZip.ts';

const container = (opf = 'OPS/book.opf') =>
  `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${opf}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

export interface PackageParts {
  /** XML inside <metadata>, after title and language. */
  metadata?: string;
  title?: string;
  language?: string;
  /** Items besides nav and the chapters. */
  manifest?: string;
  /** Replaces the <itemref> of each chapter. */
  spine?: string;
  spineAttributes?: string;
  /** Before the root element. */
  prolog?: string;
  guide?: string;
  chapters?: readonly string[];
}

export function packageDocument({
  metadata = '',
  title = 'A Made Book',
  language = 'en',
  manifest = '',
  spine,
  spineAttributes = '',
  prolog = '',
  guide = '',
  chapters = ['one.xhtml'],
}: PackageParts = {}): string {
  const items = chapters.map(
    (href, i) => `<item id="c${i}" href="${href}" media-type="application/xhtml+xml"/>`,
  );
  return `<?xml version="1.0"?>${prolog}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="id">urn:uuid:12345678-1234-5678-1234-567812345678</dc:identifier>
    <dc:title>${title}</dc:title><dc:language>${language}</dc:language>${metadata}</metadata>
    <manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}${manifest}</manifest>
    <spine${spineAttributes}>${spine ?? chapters.map((_, i) => `<itemref idref="c${i}"/>`).join('')}</spine>${guide}</package>`;
}

export const page = (body: string, head = '<title>A page</title>') =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>${head}</head><body>${body}</body></html>`;

export const nav = (entries = '<li><a href="one.xhtml">One</a></li>') =>
  page(`<nav epub:type="toc"><ol>${entries}</ol></nav>`);

/** Files of a small, valid book by name, with replacements and additions. */
export function bookEntries(files: Readonly<Record<string, string | Buffer | null>> = {}): RawEntry[] {
  const all: Record<string, string | Buffer | null> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container(),
    'OPS/book.opf': packageDocument(),
    'OPS/nav.xhtml': nav(),
    'OPS/one.xhtml': page(
      '<h1>One</h1><p>Call me Ishmael. Some years ago, never mind how long precisely.</p>',
    ),
    ...files,
  };
  return Object.entries(all).flatMap(([name, data]) =>
    data === null ? [] : [{ name, data, stored: name === 'mimetype' }],
  );
}

/** The same as an EPUB. */
export const bookFile = (files: Readonly<Record<string, string | Buffer | null>> = {}) =>
  rawZip(bookEntries(files));
