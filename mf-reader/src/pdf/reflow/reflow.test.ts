/** @jest-environment node */
/**
 * Pages as text, by what pdf.js gives of a paper in two columns that Chromium has printed: once plain, once tagged
 * (testing/paper.json).
 */

import { type Block, piecesOf, textOf } from './blocks.ts';
import { linesOf } from './lines.ts';
import { blocksOfPage, pageOfLines, whyNoText } from './pageBlocks.ts';
import { picturesOf } from './pictures.ts';
import { letterAt, type Measure, partInBox, placeOfLetter } from './places.ts';
import { countLetters, type Run, runsOf, type TextPart } from './runs.ts';
import type { StructureNode } from './structure.ts';
import recorded from './testing/paper.json';

interface RecordedPage {
  width: number;
  height: number;
  toScreen: number[];
  parts: TextPart[];
  structure: StructureNode | null;
  fnArray: number[];
  argsArray: unknown[];
}

const { numbers } = recorded;
const paper = recorded.paper as unknown as RecordedPage[];
const tagged = recorded.tagged as unknown as RecordedPage[];

/** The blocks of a page, by number from 1. */
function read(pages: readonly RecordedPage[], number: number): Block[] {
  const given = pages[number - 1] as RecordedPage;
  const runs = runsOf(given.parts, given.toScreen);
  const pictures = picturesOf(given, numbers, given.toScreen, given, runs);
  const near = pages
    .filter((page) => page !== given)
    .map((page) => pageOfLines({ runs: runsOf(page.parts, page.toScreen), height: page.height }));
  return blocksOfPage({ ...given, runs, pictures }, near, { size: 9 });
}

const shown = (blocks: readonly Block[]) =>
  blocks.map((block) =>
    block.kind === 'picture' || block.kind === 'table' ? block.kind : `${block.kind}: ${textOf(block)}`,
  );

test('two columns are read in order: heading, paragraphs, notes last, without running heads', () => {
  const blocks = shown(read(paper, 1));
  expect(blocks.slice(0, 3)).toEqual([
    'heading: Columns on Small Screens',
    'paragraph: Written by Ann Reader and Ben Writer for a test of this program',
    'heading: 1. Introduction',
  ]);
  expect(blocks.at(-1)).toBe('note: 1 A note that is set in small letters at the foot of the first column.');
  const paragraphs = blocks.slice(3, -1);
  expect(paragraphs.map((text) => text.split(' ').slice(1, 4).join(' '))).toEqual([
    'Readers of papers',
    'This paper describes',
    'Pictures stay where',
    'Not every page',
    'Readers of papers',
    'This paper describes',
    'Pictures stay where',
  ]);
});

test('words hyphenated at the end of a line or a column are joined', () => {
  const text = shown(read(paper, 1)).join('\n');
  expect(text).toContain('so that a search for an extraordinarily long word finds it.');
  expect(text).not.toMatch(/\p{Ll}-\s/u);
});

test('a drawing comes before its caption', () => {
  const blocks = shown(read(paper, 2));
  expect(blocks[blocks.indexOf('caption: Figure 1. A wheel with four spokes.') - 1]).toBe('picture');
});

test('a tagged page is read by its structure: lists, alternative text of a picture, no running heads', () => {
  const blocks = read(tagged, 2);
  const texts = shown(blocks);
  expect(texts[0]).toBe('heading: 2. Method');
  expect(texts).toContain('item: Lines are joined by their places.');
  expect(texts).toContain('item: Columns are found by the gap between them.');
  expect(texts.filter((one) => one === 'picture')).toHaveLength(1);
  const paragraphs = (all: readonly string[]) =>
    all.filter((one) => one.startsWith('paragraph: ') && one.length > 100);
  expect(paragraphs(shown(read(tagged, 1)))).toEqual(paragraphs(shown(read(paper, 1))));
});

describe('places of letters', () => {
  const evenly: Measure = (text) => Array.from({ length: text.length + 1 }, (_, index) => index);
  const page = paper[0] as RecordedPage;
  const runs = runsOf(page.parts, page.toScreen);

  test('the first letter of every word is found at its own position', () => {
    for (const run of runs)
      for (const { index } of run.text.matchAll(/\S+/gu))
        expect(letterAt(run, placeOfLetter(run, index, evenly), evenly)).toBe(index);
  });

  test('the words in the rectangles of a highlight are the highlighted ones', () => {
    const run = runs.find(({ text }) => text.includes('two columns')) as Run;
    const start = run.text.indexOf('two columns');
    const end = start + 'two columns'.length;
    const box = {
      left: placeOfLetter(run, start, evenly),
      right: placeOfLetter(run, end, evenly),
      top: run.top,
      bottom: run.bottom,
    };
    const piece = { text: run.text, run, skipped: 0, shift: null };
    expect(partInBox(piece, box, evenly)).toEqual({ start, end });
    // A line above or below is not marked with it.
    expect(partInBox(piece, { ...box, top: run.bottom + 1, bottom: run.bottom + 12 }, evenly)).toBeNull();
  });
});

describe('what can be read as text', () => {
  const sampled = (page: Pick<RecordedPage, 'parts' | 'toScreen' | 'structure'>) => ({
    runs: runsOf(page.parts, page.toScreen),
    structure: page.structure,
    ...countLetters(page.parts),
  });
  const flipped = [1, 0, 0, -1, 0, 792];
  const word = (str: string, x: number, y: number): TextPart => ({
    str,
    width: str.length * 5,
    transform: [10, 0, 0, 10, x, y],
  });

  test('a paper in two columns, tagged or not', () => {
    expect(whyNoText(paper.map(sampled))).toBeNull();
    expect(whyNoText(tagged.map(sampled))).toBeNull();
  });

  test('pages that are pictures', () => {
    const empty = { parts: [word('12', 300, 30)], toScreen: flipped, structure: null };
    expect(whyNoText([empty, empty].map(sampled))).toBe('scanned');
  });

  test('a page whose fonts do not map glyphs to letters', () => {
    const parts = Array.from({ length: 40 }, (_, line) =>
      word('\u0001\u0002\u0003\u0004 abcdef', 60, 700 - line * 14),
    );
    expect(whyNoText([sampled({ parts, toScreen: flipped, structure: null })])).toBe('letters');
  });

  test('a table of five columns', () => {
    const parts = Array.from({ length: 200 }, (_, cell) =>
      word(`cell ${cell}`, 60 + (cell % 5) * 100, 700 - Math.floor(cell / 5) * 14),
    );
    expect(whyNoText([sampled({ parts, toScreen: flipped, structure: null })])).toBe('layout');
  });

  test('vertical lines of text', () => {
    const parts = Array.from({ length: 40 }, (_, line) => ({
      ...word('words that run up the side', 60 + line * 12, 100),
      transform: [0, 10, -10, 0, 60 + line * 12, 100],
    }));
    expect(whyNoText([sampled({ parts, toScreen: flipped, structure: null })])).toBe('layout');
  });
});

test('small letters below or above the line are subscripts or superscripts on any line', () => {
  const at = (str: string, x: number, y: number, size = 9): TextPart => ({
    str,
    width: str.length * size * 0.5,
    transform: [size, 0, 0, size, x, y],
  });
  const parts = [
    at('calls T', 54, 712),
    at('16', 86, 711, 6),
    at('. As x', 92.5, 712),
    at('2', 120, 715.5, 6),
  ];
  const [line] = linesOf(runsOf(parts, [1, 0, 0, -1, 0, 792])).columns[0]?.lines ?? [];
  const pieces = piecesOf([line?.runs ?? []]);
  expect(pieces.filter(({ run }) => run).map(({ text, shift }) => [text, shift])).toEqual([
    ['calls T', null],
    ['16', 'lowered'],
    ['. As x', null],
    ['2', 'raised'],
  ]);
});

test('a heading across both columns separates the text above from the text below', () => {
  const flipped = [1, 0, 0, -1, 0, 792];
  const line = (str: string, x: number, y: number): TextPart => ({
    str,
    width: 230,
    transform: [10, 0, 0, 10, x, y],
  });
  const parts = [
    ...Array.from({ length: 5 }, (_, row) => line('upper left words of a line', 54, 700 - row * 12)),
    ...Array.from({ length: 5 }, (_, row) => line('upper right words of a line', 318, 700 - row * 12)),
    { ...line('A heading that goes across', 150, 600), width: 300 },
    ...Array.from({ length: 5 }, (_, row) => line('lower left words of a line', 54, 560 - row * 12)),
    ...Array.from({ length: 5 }, (_, row) => line('lower right words of a line', 318, 560 - row * 12)),
  ];
  const { columns } = linesOf(runsOf(parts, flipped));
  expect(columns.map(({ lines }) => lines[0]?.runs[0]?.text.split(' ').slice(0, 2).join(' '))).toEqual([
    'upper left',
    'upper right',
    'A heading',
    'lower left',
    'lower right',
  ]);
});
