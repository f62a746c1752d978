import type { Archive } from '../../src/intake/ingest/epub/container/archive.ts';
import { BookFiles } from '../../src/intake/ingest/epub/package/bookFiles.ts';
import { readPackage } from '../../src/intake/ingest/epub/package/packageDocument.ts';
import { sanitizeDocument } from '../../src/intake/ingest/epub/sanitize/sanitizeDocument.ts';
import { parseXml } from '../../src/intake/ingest/epub/xml/xml.ts';
import { packageDocument } from './bookFiles.ts';

const names = ['a.png', 'a.jpg', 'a.svg', 'a.mp4', 'a.css', 'f.otf', 'two.xhtml'].map(
  (name) => `OPS/${name}`,
);
const archive = {
  names,
  has: (name: string) => names.includes(name),
  find: (name: string) => (names.includes(name) ? name : null),
} as unknown as Archive;
/** An EPUB 2, in which files missing in the manifest are served too. */
const source = packageDocument({ chapters: ['two.xhtml'] }).replace('version="3.0"', 'version="2.0"');
const pack = readPackage(parseXml(Buffer.from(source)), 'OPS/book.opf');
export const policy = new BookFiles(archive, pack).policyFor('OPS/one.xhtml', 'OPS/one.xhtml');

/** A document as served, of a book with a few files. */
export function sanitized(source: string, kind: 'html' | 'svg' = 'html') {
  const styles: string[] = [];
  const result = sanitizeDocument(source, {
    policy,
    kind,
    wantedIds: new Set(['here']),
    keepStyle: (css) => {
      styles.push(css);
      return `kept-${styles.length}.css`;
    },
  });
  return { ...result, styles, body: /<body[^>]*>([\s\S]*)<\/body>/.exec(result.markup)?.[1] ?? '' };
}
