import {
  languageOf,
  marginsBeside,
  outside,
  textAround,
  textOf,
  visibleBox,
  watchSelection,
} from './selection.ts';

const select = (from: number, to: number, node = document.querySelector('p')?.firstChild as Text) => {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
};
const happens = (type: string) => document.dispatchEvent(new Event(type));

describe('what is selected in a page', () => {
  let told: (string | null)[] = [];
  let stop = () => {};
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML = '<p>Call me Ishmael.   </p>';
    document.getSelection()?.removeAllRanges();
    told = [];
    stop = watchSelection(document, (range) => told.push(range && range.toString()));
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });
  const selecting = (from: number, to: number) => {
    select(from, to);
    happens('selectionchange');
  };

  test('is told once it has rested for a quarter of a second', () => {
    selecting(0, 4);
    jest.advanceTimersByTime(249);
    selecting(0, 7);
    jest.advanceTimersByTime(249);
    expect(told).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(told).toEqual(['Call me']);
  });

  test('is not told while the button is pressed', () => {
    selecting(0, 4);
    happens('pointerdown');
    selecting(0, 7);
    jest.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    happens('pointerup');
    jest.advanceTimersByTime(250);
    expect(told).toEqual(['Call me']);
  });

  test('is told after a touch that the browser took over', () => {
    happens('pointerdown');
    selecting(0, 4);
    happens('pointercancel');
    jest.advanceTimersByTime(250);
    expect(told).toEqual(['Call']);
  });

  test('is nothing where there are no words, and that is told only after there were some', () => {
    for (const [from, to] of [
      [2, 2],
      [16, 19],
    ] as const) {
      selecting(from, to);
      jest.advanceTimersByTime(250);
    }
    document.getSelection()?.removeAllRanges();
    happens('selectionchange');
    jest.advanceTimersByTime(250);
    expect(told).toEqual([]);
    selecting(0, 4);
    jest.advanceTimersByTime(250);
    document.getSelection()?.removeAllRanges();
    for (let i = 0; i < 2; i++) {
      happens('selectionchange');
      jest.advanceTimersByTime(250);
    }
    expect(told).toEqual(['Call', null]);
  });

  test('is not told any more once nobody wants to know', () => {
    selecting(0, 4);
    stop();
    jest.advanceTimersByTime(250);
    for (const type of ['selectionchange', 'pointerdown', 'pointerup', 'pointercancel']) happens(type);
    jest.advanceTimersByTime(250);
    expect(told).toEqual([]);
  });
});

describe('[N-03] a selection in the texts of a book', () => {
  const words = (id: string) => document.getElementById(id)?.firstChild as Text;
  const settle = () => {
    happens('selectionchange');
    jest.advanceTimersByTime(250);
  };
  let told: (string | null)[] = [];
  let stop = () => {};
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML =
      '<p id="top">Title</p><div class="text"><span id="one">One.</span></div><hr><div class="text"><span id="two">Two.</span></div><div class="text"><span id="three">Three.</span></div><p id="bar">Page 1 of 3</p>';
    told = [];
    stop = watchSelection(document, (range) => told.push(range && range.toString()), '.text');
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });
  const extend = (id: string, offset: number) => {
    document.getSelection()?.extend(words(id), offset);
    settle();
  };

  test.each([
    ['on a bar below ends with the page where it began', 'one', 2, [['bar', 6]], 'e.'],
    ['on a bar above begins with the page where it began', 'two', 2, [['top', 1]], 'Tw'],
    [
      'on a bar after another page ends with that page',
      'one',
      2,
      [
        ['two', 1],
        ['bar', 6],
      ],
      'e.Two.',
    ],
    [
      'on a bar above another page begins with that page',
      'three',
      2,
      [
        ['two', 3],
        ['top', 1],
      ],
      'Two.Th',
    ],
    ['in the text is left as it is', 'one', 2, [['three', 2]], 'e.Two.Th'],
  ] as const)('that ends %s', (_, from, offset, moves, text) => {
    document.getSelection()?.collapse(words(from), offset);
    settle();
    for (const [to, at] of moves) extend(to, at);
    expect(told.at(-1)).toBe(text);
    expect(document.getSelection()?.toString()).toBe(text);
  });

  test('that begins outside of it begins with the page where it ends', () => {
    document.getSelection()?.collapse(words('top'), 1);
    extend('two', 2);
    expect(told).toEqual(['Tw']);
  });

  test('of everything is the texts, and one beside them is left as it is', () => {
    document.getSelection()?.selectAllChildren(document.body);
    settle();
    expect(told).toEqual(['One.Two.Three.']);
    document.getSelection()?.selectAllChildren(document.getElementById('bar') as Element);
    settle();
    expect(document.getSelection()?.toString()).toBe('Page 1 of 3');
  });
});

test('a box of a frame stands in the window where the frame stands, as large as it is shown', () => {
  const frame = document.createElement('iframe');
  frame.getBoundingClientRect = () => ({ left: 100, top: 20 }) as DOMRect;
  const box = { left: 10, top: 5, width: 30, height: 8 };
  expect(outside(box, frame)).toEqual({ left: 110, top: 25, width: 30, height: 8 });
  expect(outside(box, frame, 2)).toEqual({ left: 120, top: 30, width: 60, height: 16 });
});

describe('the box of a selection', () => {
  const size = { width: 100, height: 50 };
  const box = (left: number, top: number, width: number, height: number) =>
    new DOMRect(left, top, width, height);
  /** jsdom has no layout, so the boxes of the lines are given. */
  const range = (...boxes: DOMRect[]) =>
    ({ getClientRects: () => boxes, getBoundingClientRect: () => box(-1, -1, 1, 1) }) as unknown as Range;
  const sides = ({ left, top, right, bottom }: DOMRect) => [left, top, right, bottom];

  test('holds all of its lines that are on the screen', () => {
    const lines = [box(40, 10, 50, 10), box(5, 20, 90, 10), box(5, 30, 20, 10)];
    expect(sides(visibleBox(range(...lines), size))).toEqual([5, 10, 95, 40]);
  });

  test.each([
    ['empty', box(0, 0, 0, 10)],
    ['left of it', box(-20, 10, 20, 10)],
    ['right of it', box(100, 10, 20, 10)],
    ['above it', box(10, -10, 20, 10)],
    ['below it', box(10, 50, 20, 10)],
  ])('leaves out what is %s', (_, line) => {
    expect(sides(visibleBox(range(box(10, 10, 20, 10), line), size))).toEqual([10, 10, 30, 20]);
    expect(sides(visibleBox(range(line), size))).toEqual([-1, -1, 0, 0]);
  });

  test.each([
    ['left', box(-19, 10, 20, 10)],
    ['right', box(99, 10, 20, 10)],
    ['upper', box(10, -9, 20, 10)],
    ['lower', box(10, 49, 20, 10)],
  ])('counts a line that reaches over its %s edge', (_, line) => {
    expect(sides(visibleBox(range(line), size))).toEqual(sides(line));
  });
});

describe('the margins beside the text', () => {
  const host = { left: 100, width: 800 };
  test.each([
    ['of a page', [{ left: 180, width: 600 }], [100, 180], [780, 900]],
    [
      'of two pages',
      [
        { left: 130, width: 300 },
        { left: 500, width: 370 },
      ],
      [100, 130],
      [870, 900],
    ],
    [
      'none around a page that is wider than the window',
      [{ left: 20, width: 1_000 }],
      [100, 100],
      [900, 900],
    ],
  ] as const)('%s', (_, texts, [leftFrom, leftTo], [rightFrom, rightTo]) => {
    expect(marginsBeside(texts, host)).toEqual({
      left: { from: leftFrom, to: leftTo },
      right: { from: rightFrom, to: rightTo },
    });
  });
});

describe('the text of a selection', () => {
  const rangeIn = (html: string) => {
    document.body.innerHTML = html;
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('b') as Element);
    return range;
  };

  test.each([
    ['without pronunciations', '<b><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>だ</b>', '漢字だ'],
    ['without soft hyphens', '<b>zeppe&shy;lin</b>', 'zeppelin'],
    ['with a line for each paragraph', '<b><p>One.</p><p>Two.</p></b>', '\nOne.\nTwo.'.trim()],
    ['pronunciations where nothing else is selected', '<ruby>猫<rt><b>ねこ</b></rt></ruby>', 'ねこ'],
  ])('%s', (_what, html, text) => {
    expect(textOf(rangeIn(html))).toBe(text);
  });

  test('has what is around it in its paragraph, whose lines are apart', () => {
    const range = rangeIn('<p>Before.</p><p>He is gone.<br/>She <b>stays</b> here.</p>');
    expect(textAround(range)).toEqual({ before: 'He is gone.\nShe ', after: ' here.' });
  });

  test('has the language that is declared for it', () => {
    expect(languageOf(rangeIn('<p lang="fr">Il dit <b>bonjour</b></p>'))).toBe('fr');
    expect(languageOf(rangeIn('<p lang="no language!">Il dit <b>bonjour</b></p>'))).toBeNull();
    expect(languageOf(rangeIn('<p>He said <b>hello</b></p>'))).toBeNull();
  });
});
