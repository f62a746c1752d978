/** The prefixed CSS properties of EPUB, judged by lines, letters and marks on the screen. */
import type { Page } from '@playwright/test';
import {
  columnsOf,
  expectDrawnBy,
  isBlue,
  isDark,
  isRed,
  type Line,
  linesOf,
  pixelsOf,
  rowsOf,
} from '../support/epub/drawn.ts';
import { expectShown, styleOf } from '../support/epub/screen.ts';
import { chapterFrame } from '../support/reader.ts';
import { steadyBox } from '../support/steady.ts';
import { expect } from '../support/test.ts';
import { epubTest, turn } from './epubTest.ts';

/** One column, which shows a whole chapter. */
const tall = { width: 700, height: 2_600 };

async function nextChapter(page: Page): Promise<void> {
  await page.keyboard.press('End');
  await turn(page);
}

/** Waits until the lines of a text are so. */
const expectLines = (page: Page, selector: string, judge: (texts: Line[][]) => void): Promise<void> =>
  expect(async () => judge(await linesOf(page, selector))).toPass();

const isInWord = (line: Line, next: Line) => /\p{L}$/u.test(line.text) && /^\p{L}/u.test(next.text);
/** How many lines end within a word. */
const brokenWords = (lines: Line[]) =>
  lines.slice(1).filter((next, index) => isInWord(lines[index] as Line, next)).length;

const rightOf = (line: Line) => Math.max(...line.boxes.map(({ x, width }) => x + width));
const leftOf = (line: Line) => Math.min(...line.boxes.map(({ x }) => x));

/** Runs in the page. Whether the browser has a dictionary: some Chromiums, such as Debian's, come without. */
function browserHyphenates(): boolean {
  const probe = document.createElement('p');
  probe.lang = 'en';
  probe.textContent = 'internationalization '.repeat(3);
  probe.style.cssText = 'position: fixed; font: 16px serif; inline-size: 90px; hyphens: manual';
  document.body.append(probe);
  const before = probe.offsetHeight;
  probe.style.hyphens = 'auto';
  const after = probe.offsetHeight;
  probe.remove();
  return after !== before;
}

epubTest(
  'css-epub-hyphens',
  async ({ page }) => {
    await expectShown(page, /^-epub-hyphens Test/);
    const hyphenates = await page.evaluate(browserHyphenates);
    await expectLines(page, 'p[style]', (texts) => {
      const [none = [], manual = [], auto = []] = texts;
      for (const lines of texts) expect(lines.length).toBeGreaterThan(4);
      expect(brokenWords(none), 'Words that are broken with “none”').toBe(0);
      expect(
        manual.filter(({ text }) => text.endsWith('\u00AD')).length,
        'Hyphens with “manual”',
      ).toBeGreaterThan(0);
      expect(brokenWords(manual), 'Words broken without a soft hyphen').toBe(0);
      expect(brokenWords(auto) > 0, 'Words that are broken with “auto”').toBe(hyphenates);
    });
    for (const value of ['none', 'manual', 'auto'])
      expect(await styleOf(page, `[style*="hyphens: ${value}"]`, 'hyphens'), `hyphens: ${value}`).toEqual([
        value,
      ]);
  },
  { viewport: { width: 390, height: 2_600 } },
);

epubTest(
  'css-epub-line-break',
  async ({ page }) => {
    for (const value of ['auto', 'loose', 'normal', 'strict'])
      await expect
        .poll(() => styleOf(page, `.wrapbox.${value}`, 'line-break'), `line-break: ${value}`)
        .toEqual([value]);
    await expectLines(page, '.wrapbox', (texts) => {
      expect(texts).toHaveLength(4);
      for (const lines of texts) {
        expect(lines.length, 'Each block wraps').toBeGreaterThan(3);
        for (const line of lines) {
          expect(leftOf(line)).toBeGreaterThanOrEqual(0);
          expect(rightOf(line), 'No text is outside of the window').toBeLessThanOrEqual(320);
          expect(line.text, 'Where lines begin').not.toMatch(/^[。、ぁ々]/);
        }
      }
    });
  },
  { viewport: { width: 320, height: 2_600 } },
);

epubTest(
  'css-epub-text-align-last',
  async ({ page }) => {
    await expectLines(page, 'p[style]', (texts) => {
      const sides = texts.map((lines) => {
        const [left, right] = [Math.min(...lines.map(leftOf)), Math.max(...lines.map(rightOf))];
        const last = lines.at(-1) as Line;
        const gaps = { left: leftOf(last) - left, right: right - rightOf(last) };
        if (gaps.left < 6) return 'left';
        if (gaps.right < 6) return 'right';
        return Math.abs(gaps.left - gaps.right) < 20 ? 'center' : 'nowhere';
      });
      expect(sides, 'The sides of the last lines').toEqual([
        ...['left', 'left', 'left', 'left', 'right', 'center', 'left'],
      ]);
    });
    await expect
      .poll(() => styleOf(page, '[style*="last: justify"]', 'text-align-last'))
      .toEqual(['justify']);
  },
  { sample: true, viewport: tall },
);

epubTest('css-epub-text-combine-horizontal', async ({ page }) => {
  await expect(chapterFrame(page).locator('span[class*="combine"]').first()).toBeVisible();
  const letter = 30;
  for (const [selector, count] of [
    ['.epub-text-combine-horizontal-all', 3],
    ['.epub-text-combine-horizontal', 3],
  ] as const)
    await expectLines(page, selector, (texts) => {
      expect(texts, selector).toHaveLength(count);
      for (const [line] of texts) {
        const tops = line?.boxes.map(({ y }) => y) ?? [];
        expect(
          Math.max(...tops) - Math.min(...tops),
          'A pair of digits stands beside each other',
        ).toBeLessThan(4);
      }
    });
  for (const selector of ['.epub-text-combine-horizontal-none', '.epub-text-combine-none'])
    await expectLines(page, selector, ([lines]) => {
      const line = lines?.[0];
      const tops = line?.boxes.map(({ y }) => y) ?? [];
      expect(Math.max(...tops) - Math.min(...tops), 'Digits follow each other').toBeGreaterThan(letter);
    });
});

/** The first chapter of css-epub-text-emphasis: style, and the side of the marks. */
const marks = [
  ...['dot', 'circle', 'double-circle', 'triangle', 'sesame', '"a"', 'open dot', 'open dot'],
  ...['double-circle', 'triangle', 'triangle', 'dot', 'dot'],
];

/** On which side of the letters red marks are, whose color this changes. */
async function sideOfMarks(page: Page, index: number, isVertical: boolean): Promise<string> {
  const span = chapterFrame(page).locator('p.test span').nth(index);
  await span.evaluate((each: HTMLElement) =>
    each.style.setProperty('-webkit-text-emphasis-color', 'rgb(255, 0, 0)'),
  );
  const box = await steadyBox(span);
  const around = { x: box.x - 14, y: box.y - 14, width: box.width + 28, height: box.height + 28 };
  const pixels = await pixelsOf(page, around);
  const lines = isVertical ? columnsOf : rowsOf;
  const center = (counts: number[]) =>
    counts.reduce((sum, count, at) => sum + count * at, 0) / counts.reduce((sum, count) => sum + count, 0);
  const [mark, text] = [center(lines(pixels, isRed)), center(lines(pixels, isDark))];
  await span.evaluate((each: HTMLElement) => each.style.removeProperty('-webkit-text-emphasis-color'));
  if (Number.isNaN(mark)) return 'none';
  return mark < text ? 'before' : 'after';
}

epubTest(
  'css-epub-text-emphasis',
  async ({ page }) => {
    await expectShown(page, /^-epub-text-emphasis/);
    const spans = chapterFrame(page).locator('p.test span');
    await expect(spans).toHaveCount(marks.length);
    for (const [index, mark] of marks.entries()) {
      const span = spans.nth(index);
      const style = await span.evaluate((each) =>
        getComputedStyle(each).getPropertyValue('text-emphasis-style'),
      );
      expect(style, `The marks of text ${index + 1}`).toBe(mark);
      await expectDrawnBy(span, 'text-emphasis-style', 'none');
      const side = index === 12 ? 'after' : 'before';
      expect(await sideOfMarks(page, index, false), `The side of the marks of text ${index + 1}`).toBe(side);
    }
    const blue = await pixelsOf(page, await steadyBox(spans.nth(11)));
    expect(Math.max(...rowsOf(blue, isBlue)), 'The marks of text 12 are blue').toBeGreaterThan(0);
    await nextChapter(page);
    await expectShown(page, /^forces from the rest/);
    expect(await sideOfMarks(page, 0, true), 'The side of the marks of text 14').toBe('before');
    await nextChapter(page);
    await nextChapter(page);
    await expectShown(page, /^supplicates Jupiter/);
    expect(await sideOfMarks(page, 0, true), 'The side of the marks of text 15').toBe('after');
  },
  { viewport: tall },
);

epubTest('css-epub-text-orientation', async ({ page }) => {
  await nextChapter(page);
  await expectShown(page, /^-epub-text-orientation Tests/);
  await expectLines(page, 'p[class]', (texts) => {
    const [mixed, upright, sideways, right] = texts.map((lines) => {
      const [text, boxes] = [lines.map((line) => line.text).join(''), lines.flatMap((line) => line.boxes)];
      // The advance down the line of a narrow Latin letter, compared with a Japanese one.
      return (boxes[text.indexOf('is')]?.height ?? 0) / (boxes[text.indexOf('こ')]?.height ?? 1);
    });
    expect(mixed, 'Mixed: letters are turned').toBeLessThan(0.5);
    expect(upright, 'Upright: letters are as high as Japanese ones').toBeGreaterThan(0.8);
    expect(sideways, 'Sideways: letters are turned').toBeLessThan(0.5);
    expect(right).toBeCloseTo(sideways ?? 0, 1);
  });
  const first = (name: string) => chapterFrame(page).locator(`.text-orientation-${name}`).first();
  await expectDrawnBy(first('sideways'), 'text-orientation', 'mixed');
  await expectDrawnBy(first('sideways-right'), 'text-orientation', 'mixed');
  await expectDrawnBy(first('mixed'), 'text-orientation', 'sideways');
});

/** Where the underline is: the place of its pixels between the sides of the line, 0..1, or null for none. */
async function underline(page: Page, isVertical: boolean): Promise<number | null> {
  const text = chapterFrame(page).locator('.underline').first();
  await text.evaluate((each: HTMLElement) => {
    each.style.textDecorationColor = 'rgb(255, 0, 0)';
    each.style.textDecorationThickness = '2px';
  });
  const box = await steadyBox(text);
  const counts = isVertical
    ? columnsOf(await pixelsOf(page, { ...box, x: box.x - 10, width: box.width + 20 }), isRed)
    : rowsOf(await pixelsOf(page, { ...box, y: box.y - 10, height: box.height + 20 }), isRed);
  const most = Math.max(...counts);
  return most < 20 ? null : (counts.indexOf(most) - 10) / (isVertical ? box.width : box.height);
}

epubTest(
  'css-epub-text-underline-position',
  async ({ page }) => {
    await expectShown(page, /^-epub-text-underline-position Tests/);
    const atBaseline = await underline(page, false);
    expect(atBaseline, 'There is an underline').not.toBeNull();
    await nextChapter(page);
    await expectShown(page, /^2\. This test passes/);
    const below = await underline(page, false);
    expect(below, 'The underline is below that of the first page').toBeGreaterThan((atBaseline ?? 1) + 0.04);
    await nextChapter(page);
    await expectShown(page, /^或日の暮方/);
    expect(await underline(page, true), 'The underline is at the left').toBeLessThan(0.2);
    await nextChapter(page);
    await nextChapter(page);
    await expectShown(page, /^一人の下人/);
    expect(await underline(page, true), 'The underline is at the right').toBeGreaterThan(0.8);
  },
  { viewport: { width: 700, height: 900 } },
);

epubTest(
  'css-epub-word-break',
  async ({ page }) => {
    await expectShown(page, /^-epub-word-break Tests/);
    await expectLines(page, 'p[style]', (texts) => {
      const [normal = [], kept = [], all = []] = texts;
      for (const lines of texts) expect(lines.length).toBeGreaterThan(3);
      expect(brokenWords(kept), 'Words that are broken with “keep-all”').toBe(0);
      expect(brokenWords(all), 'Words that are broken with “break-all”').toBeGreaterThan(all.length / 3);
      expect(brokenWords(normal), 'Words that are broken with “normal”').toBeLessThan(all.length / 3);
      const widths = all.slice(0, -1).map((line) => rightOf(line) - leftOf(line));
      expect(Math.max(...widths) - Math.min(...widths), 'All lines are about as wide').toBeLessThan(30);
    });
    for (const value of ['normal', 'keep-all', 'break-all'])
      expect(await styleOf(page, `[style*="break: ${value}"]`, 'word-break'), value).toEqual([value]);
  },
  { viewport: tall },
);

epubTest('css-epub-writing-mode', async ({ page }) => {
  const letters = async (selector: string) => {
    const [lines = []] = await linesOf(page, selector);
    const [first, second] = lines[0]?.boxes ?? [];
    return {
      right: (second?.x ?? 0) - (first?.x ?? 0),
      down: (second?.y ?? 0) - (first?.y ?? 0),
      x: first?.x ?? 0,
    };
  };
  await expectShown(page, /^-epub-writing-mode Tests/);
  const first = await letters('p[style]');
  expect(first.right, 'The text runs to the right').toBeGreaterThan(4);
  expect(Math.abs(first.down)).toBeLessThan(4);
  for (const [number, fromRight] of [
    [2, true],
    [3, false],
  ] as const) {
    await nextChapter(page);
    await expectShown(page, new RegExp(`^-epub-writing-mode Tests ${number}\\.`));
    const next = await letters('p[style]');
    expect(next.down, 'The text runs down').toBeGreaterThan(4);
    expect(Math.abs(next.right)).toBeLessThan(4);
    const heading = await letters('h1');
    if (fromRight) expect(next.x, 'It starts at the right').toBeLessThan(heading.x);
    else expect(next.x, 'It starts at the left').toBeGreaterThan(heading.x);
    const box = await steadyBox(chapterFrame(page).locator('h1'));
    const isRight = box.x > (page.viewportSize()?.width ?? 0) / 2;
    expect(isRight, 'The side at which it starts').toBe(fromRight);
  }
});

epubTest('css-epub-text-transform', async ({ page }) => {
  await expectLines(page, 'p[style]', (texts) => {
    const lines = texts.flat();
    const sizes = lines.map((line) => line.boxes.slice(0, 6).map(({ height }) => Math.round(height)));
    expect(lines).toHaveLength(2);
    // As wide as the Japanese text above them, and upright.
    for (const size of sizes[1] ?? [])
      expect(Math.abs(size - (sizes[0]?.[0] ?? 0)), 'The width of a letter').toBeLessThan(2);
    expect(lines[1]?.text).toContain('１２３４５６ａｂｃｄｅｆ');
  });
});
