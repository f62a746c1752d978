import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '../src/intake/ingest/limits.ts';
import { bookEntries, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';
import { type RawEntry, rawZip } from './support/rawZip.ts';

const book = (...more: RawEntry[]) => rawZip([...bookEntries(), ...more]);
const changed = (name: string, data: string) => rawZip(bookEntries({ [name]: data }));

/** Claims in its directory that it has more files than it has. */
function claimingFiles(count: number): Buffer {
  const zip = book();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  zip.writeUInt16LE(count, end + 8);
  zip.writeUInt16LE(count, end + 10);
  return zip;
}

const cases: [what: string, file: Buffer, reason: string][] = [
  ['a name that climbs out', book({ name: '../evil', data: 'x' }), 'it names a file outside of itself'],
  [
    'a symbolic link',
    book({ name: 'a', data: '/etc/passwd', mode: 0o120777 }),
    'it names a file outside of itself',
  ],
  [
    'a package outside',
    changed('META-INF/container.xml', '<container><rootfile full-path="../evil.opf"/></container>'),
    'it names a file outside of itself',
  ],
  [
    'a control character',
    book({ name: 'a\u0001evil', data: 'x' }),
    'the name of a file in it has a control character',
  ],
  [
    'one name twice',
    book({ name: 'a', data: 'x' }, { name: 'a', data: 'y' }),
    'files in it overlap or have the same name',
  ],
  ['too many files', claimingFiles(limits.entries + 1), 'it has too many files'],
  [
    'a bomb',
    book({ name: 'a', data: Buffer.alloc(limits.ratioFloor + 1) }),
    'it, or a file in it, is too large when unpacked',
  ],
  [
    'an entity that reaches outside',
    changed(
      'OPS/book.opf',
      packageDocument({ prolog: '<!DOCTYPE p [<!ENTITY evil SYSTEM "file:///evil">]>' }),
    ),
    'it declares entities that could be used for an attack',
  ],
  [
    'deep elements',
    changed('OPS/one.xhtml', page('<div>'.repeat(1_000))),
    'its elements are nested too deeply',
  ],
];
for (const [what, file, reason] of cases)
  it(`[AF-01, AF-02, AF-03, AF-04] an EPUB with ${what} is refused for that reason, in words of ours only`, () =>
    assert.rejects(ingested(file), {
      code: 'epub_unsafe',
      message: `This EPUB isn’t safe to open, so we left it out: ${reason}.`,
    }));
