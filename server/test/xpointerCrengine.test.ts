import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { packChapter, unpackChapter } from '../src/devices/xpointer/packChapter.ts';
import { readFragments, readOriginalChapter } from '../src/devices/xpointer/readOriginal.ts';
import { offsetOfXPointer, parseXPointer, xPointerAt } from '../src/devices/xpointer/resolveXPointer.ts';
import { bookFile, page } from './support/bookFiles.ts';
import { absent, realBooks } from './support/realBooks.ts';
import { startServer, type TestServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

/** Normalized, because crengine uses italic letters in formulas. */
const letters = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad\u200b\ufeff]+/gu, '');
const plain = (pointer: string) => pointer.replaceAll('[1]', '');

test('positions from KOReader’s own engine in real books are resolved, and reproduced exactly', async (context) => {
  const paths = new Map(realBooks('epub').map(({ name, path }) => [name.replace('.epub', ''), path]));
  if (paths.size === 0) return context.skip(absent);
  // Positions from crengine 05b2098f0: random letters, seven of each book in the notation of 2024, and seven of 2026.
  const table = await readFile(new URL('fixtures/crengine-places.tsv', import.meta.url), 'utf8');
  const rows = table.trim().split('\n').slice(1);
  let [tried, same, back] = [0, 0, 0];
  const others: string[] = [];
  const chapters = new Map<string, Awaited<ReturnType<typeof readOriginalChapter>>>();
  for (const row of rows) {
    const [book = '', pointer = '', words = ''] = row.split('\t');
    const path = paths.get(book);
    const parsed = parseXPointer(pointer);
    if (path === undefined) continue;
    assert.ok(parsed, pointer);
    tried += 1;
    const key = `${book} ${parsed.fragment}`;
    if (!chapters.has(key)) {
      const spineIndex = (await readFragments(path))[parsed.fragment - 1];
      const read = await readOriginalChapter(path, spineIndex ?? -1);
      chapters.set(key, read && unpackChapter(packChapter(read)));
    }
    const chapter = chapters.get(key) ?? null;
    const offset = chapter && offsetOfXPointer(chapter.body, parsed);
    if (!chapter || offset === null) {
      others.push(row);
      continue;
    }
    if (letters(chapter.servedText.slice(offset, offset + 200)).startsWith(letters(words))) same += 1;
    else others.push(row);
    if (plain(xPointerAt(chapter.texts, offset, parsed.fragment)) === plain(pointer)) back += 1;
  }
  const said = `${tried} tried, ${same} the same, ${back} told back:\n${others.join('\n')}`;
  context.diagnostic(said);
  assert.ok(tried >= 200, said);
  assert.ok(same / tried >= 0.995, said);
  // The rest are operators that the engine adds to formulas.
  assert.ok(
    others.every((row) => row.includes('/math/')),
    said,
  );
});

describe('formulas', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  async function chapterOf(body: string) {
    const ada = await server.reader();
    const { id } = await uploadBook(ada, bookFile({ 'OPS/one.xhtml': page(body) }));
    const chapter = await server.services.originals.chapter({ id, file_id: null }, 0);
    assert.ok(chapter);
    return (path: string) => {
      const pointer = parseXPointer(`/body/DocFragment[1]/body/${path}`);
      const offset = pointer && offsetOfXPointer(chapter.body, pointer);
      return offset === null ? null : chapter.servedText.slice(offset).trim().slice(0, 6).trim();
    };
  }

  test('mfenced elements have operators around and between, as in crengine', async () => {
    const math = (inner: string) =>
      `<p>so <math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math> there</p>`;
    const at = await chapterOf(
      math('<mfenced><mi>aa</mi><mi>bb</mi><mo>cc</mo></mfenced>') +
        math('<mfenced separators=""><mi>dd</mi><mi>ee</mi></mfenced>'),
    );
    assert.equal(at('p[1]/math/mfenced/mrow/mi[2]/text().0'), 'bb,cc)');
    assert.equal(at('p[1]/math/mfenced/mrow/mo[3]/text().0'), 'cc) th');
    assert.equal(at('p[1]/math/mfenced/mo[1]/text().0'), '(aa,bb');
    assert.equal(at('p[2]/math/mfenced/mrow/mi[2]/text().1'), 'e) the');
  });

  test('space around the text of a formula is not counted, and between its elements is not text', async () => {
    const inner = '<mrow> <mi>aa</mi> <mo> dim\n </mo> <mi>bb</mi> </mrow>';
    const at = await chapterOf(
      `<p>so <math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math> there</p>`,
    );
    assert.equal(at('p/math/mrow/mo/text().2'), 'm\n  bb');
    assert.equal(at('p/math/mrow/text()[2].0'), at('p/math'));
  });

  test('[O-18] an unknown position in a formula refers to the whole formula', async () => {
    const math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>xx</mi><mi>yy</mi></math>';
    const few = await chapterOf(`<p>so ${math} there</p>`);
    assert.equal(few('p/math/mtable/mi[7]/text().0'), 'xxyy t');
    assert.equal(few('p/table/mi[7]/text().0'), null);
    const letters = `<mi>x</mi>`.repeat(250);
    const long = await chapterOf(`<p>so ${math.replace('<mi>yy</mi>', letters)} there</p>`.repeat(300));
    assert.equal(long('p[200]/text()[2].1'), 'theres');
    assert.equal(long('p[200]/math/mi[50]/text().0'), 'xxxxxx');
  });
});
