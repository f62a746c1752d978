import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { firstPagePicture } from '../src/intake/ingest/pdf/ingestPdf.ts';
import { openPdf } from '../src/intake/ingest/pdf/openPdf.ts';
import { ingested } from './support/ingested.ts';
import { makePdf, makeXfaPdf } from './support/pdf.ts';

const bookOf = async (file: Uint8Array, name = 'a_file.pdf') => (await ingested(file, name)).book;

describe('[UP-03] a PDF', () => {
  it('has title, author, pages, table of contents and the text of each page', async () => {
    const book = await bookOf(
      makePdf({
        pages: [
          ['First page of the book.'],
          ['Words that are cut at the end of a li-', 'ne are whole again.'],
          ['The third page.'],
        ],
        info: { Title: 'A PDF \\(made\\)', Author: 'Some Body' },
        outline: [
          ['Beginning', 1],
          ['Later', 2],
        ],
      }),
    );
    assert.equal(book.metadata.title, 'A PDF \\(made\\)');
    assert.equal(book.metadata.author, 'Some Body');
    assert.equal(book.page_count, 3);
    assert.deepEqual(
      book.toc.map(({ title, href, target }) => [title, href, target]),
      [
        ['Beginning', null, 1],
        ['Later', null, 2],
      ],
    );
    assert.deepEqual(
      book.passages.map(({ target, chapter, fraction, text }) => [target, chapter, fraction, text]),
      [
        [1, 'Beginning', 0, 'First page of the book.'],
        [2, 'Later', 0, 'Words that are cut at the end of a line are whole again.'],
        [3, 'Later', 0, 'The third page.'],
      ],
    );
    assert.equal(book.cover_source, 'file');
    assert.deepEqual([book.format, book.opf, book.spine, book.resources], ['pdf', null, [], []]);
  });

  // Ghostscript 10.00 writes U+FFFD into the XMP for characters beyond Latin-1; 8.70 escapes brackets there.
  it('gets its title from the info dictionary where the XMP has damaged it', async () => {
    const title = async (Title: string, xmp: string) =>
      (await bookOf(makePdf({ info: { Title }, xmp: { 'dc:title': xmp } }))).metadata.title;
    assert.equal(await title('The Reader\x90s Book', 'The Reader\u{fffd}s Book'), 'The Reader’s Book');
    assert.equal(await title('The Reader (1838)', 'The Reader \\(1838\\)'), 'The Reader (1838)');
    assert.equal(await title('The Reader’s Book', 'The Other Book'), 'The Other Book');
  });

  it('gets its title from the first page or file name when its metadata is useless', async () => {
    const info = { Title: 'Microsoft Word - draft3.doc', Author: 'Administrator' };
    const book = await bookOf(
      makePdf({ pages: [['A plain line', 'another line', 'and a third']], info }),
      'the_real_name.pdf',
    );
    assert.equal(book.metadata.title, 'the real name');
    assert.equal(book.metadata.author, '');
    const ofTypesetting = await bookOf(
      makePdf({ pages: [['A plain line', 'another line', 'and a third']], info: { Title: 'paper.qrk' } }),
      'the_paper.pdf',
    );
    assert.equal(ofTypesetting.metadata.title, 'the paper');
  });

  it('has ISBN and language as far as its text reveals them', async () => {
    const lines = [
      'ISBN 978-1-57387-829-6',
      ...Array.from({ length: 20 }, () => 'It was the best of times and it was the worst of times.'),
    ];
    const { metadata } = await bookOf(makePdf({ pages: [lines] }));
    assert.equal(metadata.isbn13, '9781573878296');
    assert.equal(metadata.language, 'en');
  });

  it('[P-04] reports pages that were not read in time', async () => {
    const file = makePdf({ pages: [['one'], ['two'], ['three']] });
    const { book } = await ingested(file, 'slow.pdf', [], { timeLimit: 0 });
    assert.deepEqual([book.page_count, book.passages, book.unread], [3, [], 3]);
    assert.equal((await ingested(file, 'fast.pdf')).book.unread, undefined);
  });

  it('[P-05] has whole letters where TeX has printed accents separately', async () => {
    const line = { operators: '[(na\\310) 305 (\\365ve D\\310) 445 (urer)] TJ' };
    const { passages } = await bookOf(makePdf({ pages: [[line, 'A second line.']] }));
    assert.equal(passages[0]?.text, 'naïve Dürer A second line.');
  });

  it('[P-04] is a book without its cover and without the text of a page in which reading hangs', async () => {
    const pages = [['one'], ['two']];
    const { book } = await ingested(makePdf({ pages }), 'slow.pdf', ['cover', 1]);
    assert.equal(book.page_count, 2);
    assert.deepEqual(
      book.passages.map(({ target, text }) => [target, text]),
      [[2, 'two']],
    );
    assert.equal(book.cover_source, 'generated');
    assert.equal(book.unread, 1);
    const unread = await ingested(makePdf({ pages }), 'slower.pdf', ['text']);
    assert.deepEqual(
      [unread.book.page_count, unread.book.passages, unread.book.cover_source],
      [2, [], 'file'],
    );
  });

  it('[P-05] with an XFA form has the pages and text of the form', async () => {
    const book = await bookOf(makeXfaPdf(['Name of the applicant', 'Signature on the second page']));
    assert.equal(book.page_count, 2);
    assert.deepEqual(
      book.passages.map(({ target, text }) => [target, text]),
      [
        [1, 'Name of the applicant'],
        [2, 'Signature on the second page'],
      ],
    );
  });

  it('[P-05] with a damaged XFA form has the pages without it', async () => {
    const book = await bookOf(makeXfaPdf(['Name of the applicant'], { damaged: true }));
    assert.deepEqual([book.page_count, book.passages.map(({ text }) => text)], [1, ['Please wait...']]);
  });

  it('with a blank first page gets a typeset cover', async () => {
    assert.equal((await bookOf(makePdf({ pages: [[]] }))).cover_source, 'generated');
  });

  it('[AF-12] that is damaged beyond repair is refused', async () => {
    await assert.rejects(bookOf(Buffer.from('%PDF-1.7\nnothing at all')), { code: 'pdf_broken' });
    const cut = makePdf({ pages: [['x']] }).subarray(0, 60);
    await assert.rejects(bookOf(cut), { code: 'pdf_broken' });
  });

  it('[AF-12] that is encrypted for a certificate is refused with this reason', async () => {
    const file = makePdf().toString('latin1');
    for (const dictionary of [
      '/Filter /Adobe.PubSec /V 4 /R 4',
      '/Filter /Standard /V 3 /R 3 /O () /U () /P 0',
    ]) {
      const locked = file.replace('/Root 1 0 R', `/Root 1 0 R /ID [<00> <00>] /Encrypt << ${dictionary} >>`);
      await assert.rejects(bookOf(Buffer.from(locked, 'latin1')), { code: 'pdf_protected' }, dictionary);
    }
  });

  it('[AF-12] [M-12] with a page of absurd size is rendered no larger than a cover', async (t) => {
    const giant = Buffer.from(
      makePdf().toString('latin1').replace('[0 0 612 792]', '[0 0 1000000000 1000000000]'),
      'latin1',
    );
    assert.equal((await bookOf(giant)).page_count, 1);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'lectern-pdf-'));
    await writeFile(join(folder.path, 'file'), giant);
    const pdf = await openPdf(join(folder.path, 'file'));
    assert.ok(pdf);
    try {
      const drawn = t.mock.method(await pdf.document.getPage(1), 'render');
      await firstPagePicture(pdf.document);
      const sizes = drawn.mock.calls.map(({ arguments: [{ viewport }] }) => [
        viewport.width,
        viewport.height,
      ]);
      assert.deepEqual(sizes, [[768, 768]]);
    } finally {
      await pdf.close();
    }
  });

  it('is read until a time limit, and is a book with the text so far', async () => {
    const { ingestPdf } = await import('../src/intake/ingest/pdf/ingestPdf.ts');
    const { mkdtemp, rm, writeFile } = await import('node:fs/promises');
    const { join } = await import('node:path');
    const { tmpdir } = await import('node:os');
    const workDir = await mkdtemp(join(tmpdir(), 'lectern-pdf-'));
    try {
      await writeFile(join(workDir, 'file'), makePdf({ pages: [['one'], ['two']] }));
      const book = await ingestPdf({
        path: join(workDir, 'file'),
        fileName: 'late.pdf',
        workDir,
        softDeadline: 0,
        skippedSteps: [],
        progress: () => {},
        step: () => {},
      });
      assert.equal(book.page_count, 2);
      assert.deepEqual(book.passages, []);
    } finally {
      await rm(workDir, { recursive: true, force: true });
    }
  });
});

describe('[AF-10] a file', () => {
  const other: [what: string, bytes: Buffer | string, code: string][] = [
    ['without bytes', '', 'empty_file'],
    ['of HTML', '<!DOCTYPE html><script>alert(1)</script>', 'unsupported_file'],
    ['of HTML that mentions a PDF', '<html>%PDF-1.7</html>', 'unsupported_file'],
    ['that is a program', Buffer.from('4d5a90000300000004000000', 'hex'), 'unsupported_file'],
    ['that is an ELF with a PDF in it', Buffer.from('\x7fELF....%PDF-1.4', 'latin1'), 'unsupported_file'],
    ['that is a script', '#!/bin/sh\n# %PDF-1.4\n', 'unsupported_file'],
    ['that is a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'unsupported_file'],
    ['of three bytes', 'PK\x03', 'unsupported_file'],
  ];
  for (const [what, bytes, code] of other) {
    for (const name of ['book.epub', 'book.pdf']) {
      it(`${what} is refused under the name ${name}`, () =>
        assert.rejects(ingested(Buffer.from(bytes), name), { code }));
    }
  }

  it('is detected by its content under any name', async () => {
    assert.equal((await bookOf(makePdf(), 'book.epub')).format, 'pdf');
    // [P-05] The header may be anywhere within the first 1,024 bytes.
    for (const junk of ['junk of a mailer\n', `${'x'.repeat(1_018)}\n`])
      assert.equal((await bookOf(Buffer.concat([Buffer.from(junk), makePdf()]), 'x')).format, 'pdf');
  });
});
