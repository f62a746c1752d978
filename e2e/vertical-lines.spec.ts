import { makeBook } from './support/books.ts';
import { openBook } from './support/openBook.ts';
import { chapterFrame, untilOpen } from './support/reader.ts';
import { steady, steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('a book with vertical lines is paged from right to left, screen by screen, and keeps its position', async ({
  page,
  context,
  request,
}) => {
  const line = (n: number) =>
    `<p id="p${n}">第${n}行。吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p>`;
  const chapter = (from: number) => Array.from({ length: 80 }, (_, n) => line(from + n)).join('');
  await openBook(
    page,
    context,
    request,
    await makeBook({
      title: '猫',
      language: 'ja',
      direction: 'rtl',
      style: 'html { writing-mode: vertical-rl; }',
      spine: [
        { path: 'c1.xhtml', title: '一', body: chapter(1) },
        { path: 'c2.xhtml', title: '二', body: chapter(101) },
      ],
    }),
  );
  const frame = chapterFrame(page);
  const shown = () =>
    frame.locator('body').evaluate((body) => {
      const { clientHeight, clientWidth } = body.ownerDocument.documentElement;
      return [...body.querySelectorAll('p')]
        .filter((paragraph) =>
          [...paragraph.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left >= -1 && right <= clientWidth + 1 && top >= -1 && bottom <= clientHeight + 1,
          ),
        )
        .map(({ id }) => id);
    });
  // Its frame is replaced when another chapter opens, so reading it may fail.
  const untilShown = (matches: (ids: string[]) => void) =>
    expect(async () => matches(await shown())).toPass();
  await untilShown((ids) => expect(ids[0]).toBe('p1'));
  const first = await steady(page, shown);
  // Later lines are to the left of earlier ones.
  const [a, b] = [await steadyBox(frame.locator('#p1')), await steadyBox(frame.locator('#p2'))];
  expect(b.x).toBeLessThan(a.x);
  await page.keyboard.press('ArrowLeft');
  await untilShown((ids) => expect(ids[0]).not.toBe('p1'));
  const second = await steady(page, shown);
  // Nothing is skipped between two screens.
  expect(Number(second[0]?.slice(1))).toBeLessThanOrEqual(Number(first.at(-1)?.slice(1)) + 2);
  await page.reload();
  await untilOpen(page);
  await untilShown((ids) => expect(ids).toEqual(second));
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await untilShown((ids) => expect(ids[0]).toBe('p101'));
  await page.keyboard.press('ArrowRight');
  await untilShown((ids) => expect(ids.at(-1)).toBe('p80'));
});

test('a selection that begins after a reading (ruby) begins where the mouse was pressed', async ({
  page,
  context,
  request,
}) => {
  const body =
    '<p>第一段、<ruby>吾輩<rt>わがはい</rt></ruby>は猫である。名前はまだ<ruby>無<rt>な</rt></ruby>い。どこで生れたかとんと見当がつかぬ。</p>';
  const file = await makeBook({
    title: '猫',
    language: 'ja',
    direction: 'rtl',
    style: 'html { writing-mode: vertical-rl; }',
    spine: [{ path: 'c1.xhtml', title: '一', body }],
  });
  await openBook(page, context, request, file);
  const paragraph = chapterFrame(page).locator('p');
  const box = await steadyBox(paragraph);
  const [first, last] = await paragraph.evaluate((element, { x, y }) => {
    const { lastChild, ownerDocument } = element;
    const inParagraph = element.getBoundingClientRect();
    const centerOf = (at: number) => {
      const range = ownerDocument.createRange();
      range.setStart(lastChild as Text, at);
      range.setEnd(lastChild as Text, at + 1);
      const { left, width, top, height } = range.getBoundingClientRect();
      return { x: x + left + width / 2 - inParagraph.left, y: y + top - inParagraph.top, height };
    };
    return [centerOf(0), centerOf(4)] as const;
  }, box);
  // Playwright's mouse needs scripts in the frame for dragging.
  const mouse = await context.newCDPSession(page);
  const send = (type: string, y: number) =>
    mouse.send('Input.dispatchMouseEvent', {
      type: type as 'mouseMoved',
      x: first.x,
      y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  const end = last.y + last.height * 0.75;
  await send('mousePressed', first.y + first.height / 4);
  await send('mouseMoved', (first.y + end) / 2);
  await send('mouseMoved', end);
  await send('mouseReleased', end);
  await expect
    .poll(() => paragraph.evaluate(({ ownerDocument }) => ownerDocument.getSelection()?.toString()))
    .toBe('い。どこで');
});
