import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { type Archive, openArchive } from '../src/intake/ingest/epub/container/archive.ts';
import { clearFont, readEncryption } from '../src/intake/ingest/epub/container/container.ts';
import { limits } from '../src/intake/ingest/limits.ts';
import fc from './support/fastCheck.ts';
import { openedArchive } from './support/openedBook.ts';
import { type RawEntry, rawZip } from './support/rawZip.ts';

async function withArchive<T>(zip: Buffer, use: (archive: Archive) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-zip-'));
  try {
    await writeFile(join(folder, 'zip'), zip);
    const archive = await openArchive(join(folder, 'zip'));
    try {
      return use(archive);
    } finally {
      archive.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const refused = (entries: readonly RawEntry[], code: string, use: (archive: Archive) => unknown = () => {}) =>
  assert.rejects(withArchive(rawZip(entries), use), { code });

describe('an archive', () => {
  it('returns its content', async () => {
    const data = Buffer.from('words '.repeat(1_000));
    await withArchive(
      rawZip([
        { name: 'a/ä.txt', data },
        { name: 'b', data, stored: true },
      ]),
      (archive) => {
        assert.deepEqual(archive.names, ['a/ä.txt', 'b']);
        assert.deepEqual(archive.read('a/ä.txt'), data);
        assert.deepEqual(archive.read('b'), data);
        assert.equal(archive.find('A/A\u0308.TXT'), 'a/ä.txt');
        assert.equal(archive.find('c'), null);
        archive.verify();
      },
    );
  });

  for (const name of ['../x', 'a/../../x', '/etc/x', 'C:\\x', 'c:x', 'a\\..\\x', 'a\0b']) {
    it(`[AF-01] is refused for an entry named ${JSON.stringify(name)}`, () =>
      refused([{ name, data: 'x' }], 'epub_unsafe'));
  }

  it('[AF-01] is refused for a symbolic link', () =>
    refused([{ name: 'link', data: '/etc/passwd', mode: 0o120777 }], 'epub_unsafe'));

  it('[AF-03] is refused when it declares too much unpacked data', () =>
    refused([{ name: 'bomb', data: Buffer.alloc(80_000_000) }], 'epub_unsafe'));

  it('[AF-03] [M-10] unpacks to a hundred times its size, and not a byte more', async () => {
    const data = randomBytes(1024 * 1024);
    const claiming = (claimedSize: number) => rawZip([{ name: 'a', data, claimedSize }]);
    const most = 100 * claiming(0).length;
    await withArchive(claiming(most), (archive) => assert.deepEqual(archive.names, ['a']));
    await assert.rejects(
      withArchive(claiming(most + 1), () => {}),
      { code: 'epub_unsafe' },
    );
  });

  it('[AF-03] is stopped by the actual unpacked bytes when declared sizes are wrong', () =>
    refused([{ name: 'bomb', data: Buffer.alloc(80_000_000), claimedSize: 10 }], 'epub_unsafe', (archive) => {
      const before = process.memoryUsage().arrayBuffers;
      try {
        archive.verify();
      } finally {
        assert.ok(process.memoryUsage().arrayBuffers - before < 10_000_000);
      }
    }));

  it('[AF-03] is refused for a wrong size or checksum', async () => {
    await refused([{ name: 'a', data: 'abc', claimedSize: 4 }], 'epub_broken', (archive) =>
      archive.read('a'),
    );
    await refused([{ name: 'a', data: 'abc', claimedCrc: 1 }], 'epub_broken', (archive) => archive.verify());
  });

  it('[AF-03] [M-12] is refused for tens of thousands of entries before any is examined', async () => {
    const first = Buffer.from('PK\x01\x02', 'latin1');
    const withoutFirstHeader = (entries: number) => {
      const zip = rawZip(
        Array.from({ length: entries }, (_, i) => ({ name: `${i}`, data: '', stored: true })),
      );
      zip.writeUInt32LE(0, zip.indexOf(first));
      return zip;
    };
    const opened = (entries: number) => withArchive(withoutFirstHeader(entries), () => {});
    // Reading the first entry would find it damaged.
    await assert.rejects(opened(limits.entries), { code: 'epub_broken' });
    await assert.rejects(opened(limits.entries + 1), { code: 'epub_unsafe' });
  });

  it('[AF-03] is refused for duplicate names and overlapping entries', async () => {
    await refused(
      [
        { name: 'a', data: 'x' },
        { name: 'a', data: 'y' },
      ],
      'epub_unsafe',
    );
    await refused(
      [
        { name: 'a', data: 'x' },
        { name: 'b', data: 'x', sharesWith: 0 },
      ],
      'epub_unsafe',
    );
  });

  const harmless: [given: string | Buffer, name: string][] = [
    ['a/..b/c..', 'a/..b/c..'],
    ['ab:c', 'ab:c'],
    ['a~b ü', 'a~b ü'],
    ['./a/./b//c', 'a/b/c'],
    ['.\\a\\b.x', 'a/b.x'],
    // Code page 437, which zip uses without UTF-8.
    [Buffer.from([0x82, 0x2e, 0x78]), 'é.x'],
  ];
  for (const [given, name] of harmless)
    it(`may have an entry named ${name}`, async () =>
      assert.deepEqual((await openedArchive(rawZip([{ name: given, data: 'x' }]))).names, [name]));

  for (const [where, before, after] of [
    ['before it', 'words ', ''],
    ['after it', '', '\r\n'],
    ['on both sides', 'a'.repeat(70_000), '\0'.repeat(70_000)],
  ] as const)
    it(`[R-05] may have bytes ${where}`, async () => {
      const zip = rawZip([
        { name: 'a', data: 'abc' },
        { name: 'b', data: '' },
      ]);
      await withArchive(Buffer.concat([Buffer.from(before), zip, Buffer.from(after)]), (archive) => {
        archive.verify();
        assert.equal(archive.read('a').toString(), 'abc');
      });
    });

  it('[R-05] may repeat a file, but not with other bytes of the same size', async () => {
    const one = { name: 'a', data: 'abc' };
    const archive = await openedArchive(rawZip([one, { ...one, name: './a' }, one]));
    assert.deepEqual(archive.names, ['a']);
    await refused([one, { name: 'a', data: 'abd', claimedCrc: crc32('abc') }], 'epub_unsafe');
    await refused([one, { ...one, sharesWith: 0 }], 'epub_unsafe');
  });

  for (const name of ['.\\..\\x', './/../x', '\\x', './c:x', 'a\u001fb', 'a\u007fb', 'Z:', '..', 'a/..'])
    it(`[AF-01] is refused for an entry named ${JSON.stringify(name)}`, () =>
      refused([{ name, data: 'x' }], 'epub_unsafe'));

  it('has no folders as entries', async () => {
    const folder = { name: 'a/', data: '', stored: true, mode: 0o040755 };
    assert.deepEqual((await openedArchive(rawZip([folder, folder, { name: 'a/b', data: 'x' }]))).names, [
      'a/b',
    ]);
  });

  it('finds an entry in another case only when there is one', async () => {
    const archive = await openedArchive(rawZip(['A.x', 'a.x', 'b.x'].map((name) => ({ name, data: name }))));
    assert.deepEqual(
      ['a.x', 'A.x', 'a.X', 'B.X', 'c'].map((name) => archive.find(name)),
      ['a.x', 'A.x', null, 'b.x', null],
    );
    assert.deepEqual(
      ['a.x', 'a.X'].map((name) => archive.has(name)),
      [true, false],
    );
    assert.throws(() => archive.read('a.X'), { code: 'epub_broken' });
  });

  it('reads an entry up to a limit', async () => {
    const archive = await openedArchive(rawZip([{ name: 'a', data: 'abc' }]));
    assert.throws(() => archive.read('a', 2), { code: 'epub_unsafe' });
    assert.equal(archive.read('a', 3).toString(), 'abc');
    assert.throws(() => archive.read('a', 2), { code: 'epub_unsafe' });
  });

  it('reads entries whose local header is longer than the directory says', async () => {
    const zip = rawZip([{ name: 'a', data: 'abc', stored: true }]);
    // The name takes one byte of the data, and the extra field two.
    zip.writeUInt16LE(2, 26);
    await assert.rejects(async () => (await openedArchive(zip)).read('a'), { code: 'epub_broken' });
    zip.writeUInt16LE(1, 26);
    zip.writeUInt16LE(1, 28);
    await assert.rejects(async () => (await openedArchive(zip)).read('a'), { code: 'epub_broken' });
  });

  it('reads an entry whose deflated bytes are followed by others', async () => {
    const data = 'words '.repeat(100);
    const archive = await openedArchive(rawZip([{ name: 'a', data, padding: Buffer.from('more') }]));
    assert.equal(archive.read('a').toString(), data);
  });

  it('is broken in an unknown compression, or without a local header', async () => {
    await refused([{ name: 'a', data: 'x', method: 9 }], 'epub_broken', (archive) => archive.read('a'));
    const zip = rawZip([{ name: 'a', data: 'abc', stored: true }]);
    zip.writeUInt32LE(0, 0);
    await assert.rejects(async () => (await openedArchive(zip)).read('a'), { code: 'epub_broken' });
  });

  it('is broken when it is no zip, or an entry ends after it', async () => {
    await assert.rejects(openedArchive(Buffer.from('no zip')), { code: 'epub_broken' });
    const zip = rawZip([{ name: 'a', data: 'abc', stored: true }]);
    const directory = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    zip.writeUInt32LE(10_000, directory + 20);
    zip.writeUInt32LE(10_000, directory + 24);
    await assert.rejects(openedArchive(zip), { code: 'epub_broken' });
  });

  it('above 64 MiB is read entry by entry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-zip-'));
    try {
      const start = 64 * 1024 * 1024;
      const file = await open(join(folder, 'zip'), 'w');
      // A hole, which takes no space on the disk.
      await file.write(
        rawZip(
          [
            { name: 'a', data: 'abc' },
            { name: 'b', data: '' },
          ],
          start,
        ),
        0,
        null,
        start,
      );
      await file.close();
      const archive = await openArchive(join(folder, 'zip'));
      archive.verify();
      assert.deepEqual(
        archive.names.map((name) => archive.read(name).toString()),
        ['abc', ''],
      );
      await truncate(join(folder, 'zip'), start);
      assert.throws(() => archive.read('a'), { code: 'epub_broken' });
      archive.close();
      assert.throws(() => archive.read('a'), { code: 'EBADF' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is refused when entries are encrypted', () =>
    refused([{ name: 'a', data: 'x', flags: 1 }], 'epub_protected', (archive) => archive.read('a')));

  it('is refused, and never crashes, when any byte is changed', async () => {
    const sound = rawZip([
      { name: 'a', data: 'words '.repeat(50) },
      { name: 'b', data: 'x', stored: true },
    ]);
    const torn = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(torn, fc.nat(sound.length), async (changes, length) => {
        const zip = Buffer.from(sound.subarray(0, Math.max(1, length)));
        for (const [at, byte] of changes) if (at < zip.length) zip[at] = byte;
        await withArchive(zip, (archive) => archive.verify()).catch((error: { code?: string }) =>
          assert.match(String(error.code), /^epub_(broken|unsafe|protected)$/),
        );
      }),
      { numRuns: 150 },
    );
  });
});

describe('encryption', () => {
  const encryption = (algorithm: string) =>
    `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="${algorithm}"/><e:CipherData><e:CipherReference URI="OPS/f.otf"/></e:CipherData></e:EncryptedData></encryption>`;
  const book = (algorithm: string) =>
    rawZip([
      { name: 'META-INF/encryption.xml', data: encryption(algorithm) },
      { name: 'OPS/f.otf', data: 'font' },
    ]);

  it('is detected for any algorithm except font obfuscation, and by a shop’s license file', async () => {
    const aes = book('http://www.w3.org/2001/04/xmlenc#aes256-cbc');
    assert.deepEqual([...(await withArchive(aes, readEncryption)).locked], ['OPS/f.otf']);
    await refused([{ name: 'META-INF/license.lcpl', data: '{}' }], 'epub_protected', readEncryption);
    await refused([{ name: 'META-INF/sinf.xml', data: '<a/>' }], 'epub_protected', readEncryption);
    const { fonts } = await withArchive(book('http://www.idpf.org/2008/embedding'), readEncryption);
    assert.deepEqual([...fonts], [['OPS/f.otf', 'idpf']]);
  });

  it('of fonts is removed with the key that both standards derive from the identifier', () => {
    const identifier = 'urn:uuid:12345678-1234-5678-1234-567812345678';
    const font = Buffer.from(Array.from({ length: 2_000 }, (_, i) => i % 251));
    const keys = {
      idpf: [createHash('sha1').update(identifier).digest(), 1_040],
      adobe: [Buffer.from('12345678123456781234567812345678', 'hex'), 1_024],
    } as const;
    for (const [kind, [key, length]] of Object.entries(keys)) {
      const hidden = font.map((byte, i) => (i < length ? byte ^ (key[i % key.length] as number) : byte));
      assert.deepEqual(clearFont(Buffer.from(hidden), kind as keyof typeof keys, [`${identifier}`]), font);
    }
  });

  it('is none without a list, and for files that are missing', async () => {
    assert.equal((await withArchive(rawZip([{ name: 'a', data: 'x' }]), readEncryption)).fonts.size, 0);
    assert.equal(
      (
        await withArchive(
          rawZip([
            { name: 'a/META-INF/sinf.xml', data: 'x' },
            { name: 'META-INF/sinf.xml.txt', data: 'x' },
          ]),
          readEncryption,
        )
      ).fonts.size,
      0,
    );
    const listed = rawZip([
      { name: 'META-INF/encryption.xml', data: encryption('http://ns.adobe.com/pdf/enc#RC') },
    ]);
    assert.equal((await withArchive(listed, readEncryption)).fonts.size, 0);
    const { fonts } = await withArchive(book('http://ns.adobe.com/pdf/enc#RC'), readEncryption);
    assert.deepEqual([...fonts], [['OPS/f.otf', 'adobe']]);
  });

  it('without an algorithm is no font obfuscation', () =>
    assert.rejects(
      withArchive(
        rawZip([{ name: 'meta-inf/ENCRYPTION.xml', data: '<encryption><EncryptedData/></encryption>' }]),
        readEncryption,
      ),
      { code: 'epub_protected' },
    ));

  const font = Buffer.alloc(30, 7);
  const clear = (kind: 'idpf' | 'adobe', ...identifiers: string[]) => clearFont(font, kind, identifiers);
  it('of a short font ends with it, and leaves the original alone', () => {
    const id = '12345678123456781234567812345678';
    assert.deepEqual(
      clear('adobe', id),
      Buffer.from(font.map((byte, i) => byte ^ (Buffer.from(id, 'hex')[i % 16] as number))),
    );
    assert.deepEqual(font, Buffer.alloc(30, 7));
  });

  it('of Adobe has the first identifier that is a UUID, however it is written', () => {
    const key = clear('adobe', 'ABCDEF78123456781234567812345678');
    for (const id of [
      'urn:uuid:abcdef78-1234-5678-1234-567812345678',
      'URN:UUID:ABCDEF7812345678-1234-567812345678 ',
    ])
      assert.deepEqual(clear('adobe', 'isbn', `x${'1'.repeat(32)}`, id, `urn:uuid:${'1'.repeat(32)}`), key);
    assert.deepEqual(clear('adobe', 'isbn', '1'.repeat(33), `1${'1'.repeat(32)}`), font);
  });

  it('of the IDPF has the unique identifier without white space', () => {
    assert.deepEqual(clear('idpf', ' a\tb\r\n c ', 'x'), clear('idpf', 'abc'));
    assert.notDeepEqual(clear('idpf', 'abd'), clear('idpf', 'abc'));
    assert.deepEqual(clear('idpf'), clear('idpf', ''));
  });
});
