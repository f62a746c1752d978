import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noProperties, pdfMetadata } from '../src/intake/ingest/pdf/pdfMetadata.ts';

const body = Array.from({ length: 5 }, (_, at) => ({
  text: `Line ${at} of the text of the page.`,
  height: 10,
}));

/** The title of a PDF without one in its metadata, whose first page has these lines in large type. */
const titleOf = (...large: string[]) =>
  pdfMetadata(
    noProperties,
    [{ text: '', breaks: [], lines: [...large.map((text) => ({ text, height: 20 })), ...body] }],
    'file name',
  ).title;

describe('the title of a PDF that names none is the text in the largest type', () => {
  for (const [what, lines, title] of [
    ['in one line', ['The Raven'], 'The Raven'],
    ['in several lines', ['The Raven', 'and other poems'], 'The Raven and other poems'],
    ['in another script', ['日本語 TEX'], '日本語 TEX'],
    ['with vowel signs', ['मराठी भाषा'], 'मराठी भाषा'],
    ['of a year and a name', ['2021 年普通高等学校'], '2021 年普通高等学校'],
    ['without marks of footnotes', ['Typesetting Poetry∗'], 'Typesetting Poetry'],
    ['without several such marks', ['The upzhkinsoku package∗†'], 'The upzhkinsoku package'],
    ['without such marks and commas', ['Designing Styles ∗ ,†'], 'Designing Styles'],
    [
      'once where it is printed twice',
      ['The arabluatex packageThe arabluatex package'],
      'The arabluatex package',
    ],
    ['twice where it is a name', ['New York New York'], 'New York New York'],
    ['in spaced letters', ['A d a g i o'], 'Adagio'],
  ] as const)
    it(what, () => assert.equal(titleOf(...lines), title));

  for (const [what, line] of [
    ['single letters', 'A B C D E F G'],
    ['symbols of a font for music', 'G S ˇ ˇ ˇ ˇ ˇ'],
    ['the same letter many times', 'QQQQQQQQQQ'],
    ['a heading of the contents', 'Contents'],
    ['such a heading in another language', 'الفهرس'],
  ] as const)
    it(`but not ${what}: then it is the file name`, () => assert.equal(titleOf(line), 'file name'));
});
