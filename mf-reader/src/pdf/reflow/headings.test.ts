/** @jest-environment node */
/** Headings in bold at the size of the text, as TeX sets them: "1 Introduction", "2.1 Method". */
import { blocksOf, textOf } from './blocks.ts';
import { linesOf } from './lines.ts';
import { type Run, runsOf } from './runs.ts';
import { measureStrokes, type Pixels, type Strokes, strokeWidth, withBold } from './strokes.ts';

const paragraph = [
  'Readers of long papers look for the sections that they need, and leave',
  'the others for later. A list of headings helps them to find their way.',
];

interface Written {
  text: string;
  bold?: boolean;
  /** Where the line begins; 54 is the left edge of the text. */
  x?: number;
  /** Stands on the line of the text before it. */
  beside?: boolean;
  /** Distance to the line above. */
  lead?: number;
}

/** The headings of a page of one column at 10 points. */
function headingsOf(lines: readonly Written[]): string[] {
  let y = 740;
  const parts = lines.map(({ text, bold = false, x = 54, beside = false, lead = 12 }) => {
    if (!beside) y -= lead;
    return {
      str: text,
      width: text.length * 4.6,
      transform: [10, 0, 0, 10, x, y],
      fontName: bold ? 'bold' : 'text',
    };
  });
  const look = (font: string) => ({ bold: font === 'bold', italic: false });
  const { columns } = linesOf(runsOf(parts, [1, 0, 0, -1, 0, 792], {}, look));
  return blocksOf(columns, { size: 10 })
    .filter(({ kind }) => kind === 'heading')
    .map((block) => `${block.level} ${textOf(block)}`);
}

const text = paragraph.map((line) => ({ text: line }));
const bold = (words: string, more: Partial<Written> = {}): Written => ({ text: words, bold: true, ...more });

test.each<[string, Written[], string[]]>([
  ['a section', [...text, bold('1 Introduction', { lead: 24 }), ...text], ['2 1 Introduction']],
  ['a number with a point', [bold('2. Method'), ...text], ['2 2. Method']],
  ['a subsection', [bold('2.1 Method'), ...text], ['3 2.1 Method']],
  ['three numbers', [bold('2.1.3 Details'), ...text], ['4 2.1.3 Details']],
  ['an appendix', [bold('A.1 Proofs'), ...text], ['3 A.1 Proofs']],
  ['Roman numbers', [bold('IV. Results'), ...text], ['2 IV. Results']],
  ['without a number', [bold('Abstract'), ...text], ['3 Abstract']],
  [
    'two, one below the other',
    [bold('2 Method'), bold('2.1 Data', { lead: 24 }), ...text],
    ['2 2 Method', '3 2.1 Data'],
  ],
  ['at the end of the page', [...text, bold('3 Results', { lead: 24 })], ['2 3 Results']],
  ['not in bold', [{ text: '1 Introduction' }, ...text], []],
  [
    'bold words that begin a paragraph',
    [bold('Proof.'), { text: paragraph[0] ?? '', x: 100, beside: true }, ...text],
    [],
  ],
  ['a sentence in bold', [bold('Nobody reads this far.'), ...text], []],
  [
    'an author above an affiliation',
    [bold('Ann Reader'), { text: 'University of Reading' }, { text: '', lead: 30 }, ...text],
    [],
  ],
  [
    'an entry of the contents',
    [
      bold('1 Introduction'),
      bold('5', { x: 400, beside: true }),
      bold('2 Method'),
      bold('7', { x: 400, beside: true }),
    ],
    [],
  ],
  [
    'an entry of the contents over two lines',
    [bold('4 Transformations on'), bold('groups', { x: 70 }), bold('13', { x: 400, beside: true })],
    [],
  ],
  [
    'the first row of a table',
    [
      bold('Name'),
      bold('Value', { x: 200, beside: true }),
      { text: 'one' },
      { text: '1', x: 200, beside: true },
    ],
    [],
  ],
  ['a caption', [bold('Table 1: Results'), ...text], []],
])('[P-06] %s', (_, lines, headings) => {
  expect(headingsOf(lines)).toEqual(headings);
});

/** Vertical strokes of a width, with edges that are partly dark. */
function strokes(width: number, { dark = 0, light = 255 } = {}): Pixels {
  const [size, height, distance] = [120, 4, 12];
  const data = new Uint8ClampedArray(size * height * 4);
  for (let pixel = 0; pixel < size * height; pixel++) {
    const part = Math.min(1, Math.max(0, width - ((pixel % size) % distance)));
    data.set([0, 1, 2].map(() => light - part * (light - dark)).concat(255), pixel * 4);
  }
  return { data, width: size, height };
}

test.each([
  ['black on white', strokes(2.5)],
  ['gray on white', strokes(2.5, { dark: 120 })],
  ['dark on a colored ground', strokes(2.5, { light: 180 })],
])('the width of strokes is measured: %s', (_, pixels) => {
  expect(strokeWidth(pixels)).toBeCloseTo(2.5, 1);
});

test('an empty part of a page has no strokes', () => {
  expect(strokeWidth(strokes(0))).toBe(0);
});

test('a font whose name does not call it bold is bold if its strokes are wider than those of the text', () => {
  const run = (font: string, y: number, str: string) => ({
    str,
    width: str.length * 5,
    transform: [10, 0, 0, 10, 54, y],
    fontName: font,
  });
  const parts = [
    run('CMBX', 700, '2.1 Method'),
    run('CMTI', 680, 'slanted'),
    ...paragraph.map((line, row) => run('CMR', 660 - row * 12, line)),
  ];
  const runs = runsOf(parts, [1, 0, 0, -1, 0, 792]);
  const known: Strokes = new Map();
  const widths: Record<string, number> = { CMBX: 3.4, CMR: 2.1, CMTI: 2.2 };
  const pixelsOf = (run: Partial<Run>) => strokes(widths[run.font ?? ''] ?? 0);
  measureStrokes(known, runs, pixelsOf, 3);
  expect(withBold(runs, known).map(({ font, bold: isBold }) => [font, isBold])).toEqual([
    ['CMBX', true],
    ['CMTI', false],
    ['CMR', false],
    ['CMR', false],
  ]);
});
