/** PDFs: overlays match the drawing exactly, in every rotation, crop and scale. */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { openBook, signInWithBook } from './support/openBook.ts';
import { makePdf, type PdfPageParts } from './support/pdfFiles.ts';
import { changeAppearance, choose } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** A box in fractions of the page, 0..1. */
interface PartBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const words = [
  { text: 'Northern', x: 80, y: 640, height: 22 },
  { text: 'middle', x: 300, y: 420, height: 16 },
  { text: 'southwest', x: 100, y: 130, height: 28 },
];
const link = [350, 560, 470, 590] as const;
const field = [350, 200, 500, 230] as const;
const annotations = (name: string) => [
  `<< /Type /Annot /Subtype /Link /Rect [${link.join(' ')}] /Border [0 0 0] /A << /S /URI /URI (https://example.org/) >> >>`,
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /F 4 /Rect [${field.join(' ')}] /DA (/F1 10 Tf 0 g) >>`,
];

const pages: PdfPageParts[] = ([0, 90, 180, 270] as const).map((rotate, index) => ({
  size: [612, 792],
  crop: [30 + index * 10, 40, 580, 720 - index * 10],
  rotate,
  ...(index % 2 === 1 ? { userUnit: 1.5 } : {}),
  words,
  annotations: annotations(`field${index}`),
}));

/** The positions of words, link and field of a page according to pdf.js. */
async function expectedBoxes(file: string, number: number, turned: number): Promise<Map<string, PartBox>> {
  const task = getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 });
  const document = await task.promise;
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + turned) % 360 });
  const boxOf = ([x1, y1, x2, y2]: readonly [number, number, number, number]): PartBox => {
    const [a = 0, b = 0] = viewport.convertToViewportPoint(x1, y1);
    const [c = 0, d = 0] = viewport.convertToViewportPoint(x2, y2);
    return {
      left: Math.min(a, c) / viewport.width,
      top: Math.min(b, d) / viewport.height,
      right: Math.max(a, c) / viewport.width,
      bottom: Math.max(b, d) / viewport.height,
    };
  };
  const boxes = new Map<string, PartBox>([
    ['link', boxOf(link)],
    ['field', boxOf(field)],
  ]);
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
    boxes.set(item.str, boxOf([x, y - 0.2 * item.height, x + item.width, y + 0.8 * item.height]));
  }
  await task.destroy();
  return boxes;
}

const pageDiv = (page: Page, number: number) => page.locator(`.page[data-page-number="${number}"]`);

/** The box of an element in fractions of its page. */
async function partBox(pageElement: Locator, element: Locator): Promise<PartBox> {
  const [outer, inner] = [await pageElement.boundingBox(), await element.boundingBox()];
  if (!outer || !inner) throw new Error('The element is not visible.');
  return {
    left: (inner.x - outer.x) / outer.width,
    top: (inner.y - outer.y) / outer.height,
    right: (inner.x + inner.width - outer.x) / outer.width,
    bottom: (inner.y + inner.height - outer.y) / outer.height,
  };
}

/** Intersection over union of two boxes, 0..1. */
function shared(a: PartBox, b: PartBox): number {
  const area = ({ left, right, top, bottom }: PartBox) =>
    Math.max(0, right - left) * Math.max(0, bottom - top);
  const common = area({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  return common / (area(a) + area(b) - common);
}

interface StoredHighlight {
  text: string;
  position: { page: number; rects: number[][] };
}

/** The highlights on the server: a highlight is drawn before it is sent. */
async function highlightsOf(
  request: APIRequestContext,
  token: string,
  bookId: string,
): Promise<StoredHighlight[]> {
  const headers = { authorization: `Bearer ${token}` };
  return (await (await request.get(`/v1/books/${bookId}/highlights`, { headers })).json()).items;
}

/** How many dark pixels of the page are in each of these boxes, and how many are in none. */
async function inkIn(pageElement: Locator, boxes: PartBox[]): Promise<{ inside: number[]; outside: number }> {
  return pageElement
    .locator('canvas')
    .first()
    .evaluate((element, wanted) => {
      const canvas = element as HTMLCanvasElement;
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d');
      context?.drawImage(canvas, 0, 0);
      const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const margin = 0.006;
      const inside = wanted.map(() => 0);
      let outside = 0;
      for (let y = 0; y < canvas.height; y++) {
        for (let x = 0; x < canvas.width; x++) {
          if ((pixels[(y * canvas.width + x) * 4] ?? 255) > 110) continue;
          const [px, py] = [x / canvas.width, y / canvas.height];
          const index = wanted.findIndex(
            ({ left, right, top, bottom }) =>
              px > left - margin && px < right + margin && py > top - margin && py < bottom + margin,
          );
          if (index < 0) outside++;
          else inside[index] = (inside[index] ?? 0) + 1;
        }
      }
      return { inside, outside };
    }, boxes);
}

/** How many blue-tinted pixels of a page are in a box, and how many outside. */
async function tintedIn(pageElement: Locator, box: PartBox): Promise<{ inside: number; outside: number }> {
  const { data, info } = await sharp(await pageElement.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const margin = 0.008;
  const count = { inside: 0, outside: 0 };
  for (let at = 0; at < info.width * info.height; at++) {
    const [red = 0, , blue = 0] = data.subarray(at * 3, at * 3 + 3);
    if (blue - red < 30) continue;
    const [x, y] = [(at % info.width) / info.width, Math.floor(at / info.width) / info.height];
    const isIn =
      x > box.left - margin && x < box.right + margin && y > box.top - margin && y < box.bottom + margin;
    count[isIn ? 'inside' : 'outside']++;
  }
  return count;
}

/** A highlight is drawn in a box, and nowhere else, once the selection is gone. */
const expectTinted = (pageElement: Locator, box: PartBox): Promise<void> =>
  expect(async () => {
    const { inside, outside } = await tintedIn(pageElement, box);
    expect(inside).toBeGreaterThan(100);
    expect(outside).toBe(0);
  }).toPass();

test('[P-01] words, links, form fields, matches and highlights are aligned with the drawn page in every rotation, crop, unit and size', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(300_000);
  const file = makePdf('rotations', [...pages, { words: [] }]);
  const { account, book } = await openBook(page, context, request, file);
  await expect(pageDiv(page, 1).locator('.endOfContent')).toBeAttached();
  await changeAppearance(page, async () => {
    await choose(page, 'Single');
    await choose(page, 'Page');
  });

  async function check(number: number, turned: number): Promise<Map<string, PartBox>> {
    const sheet = pageDiv(page, number);
    await expect(sheet.locator('.endOfContent')).toBeAttached();
    await expect(sheet.locator('.textWidgetAnnotation')).toBeAttached();
    const expected = await expectedBoxes(file, number, turned);
    await expect(async () => {
      for (const [name, box] of expected) {
        const element =
          name === 'link' || name === 'field'
            ? sheet.locator(name === 'link' ? '.linkAnnotation' : '.textWidgetAnnotation')
            : sheet.locator('.textLayer span', { hasText: name }).last();
        const least = name === 'link' || name === 'field' ? 0.9 : 0.7;
        const seen = await partBox(sheet, element);
        expect(shared(seen, box), `${name} of page ${number} turned by ${turned}`).toBeGreaterThan(least);
      }
      const drawn = await inkIn(
        sheet,
        words.map(({ text }) => expected.get(text) as PartBox),
      );
      expect(drawn.outside).toBe(0);
      for (const ink of drawn.inside) expect(ink).toBeGreaterThan(20);
    }).toPass();
    return expected;
  }

  for (const number of [1, 2, 3, 4]) {
    await test.step(`page ${number}: boxes, then a highlight`, async () => {
      const expected = await check(number, 0);
      const sheet = pageDiv(page, number);
      const word = sheet.locator('.textLayer span', { hasText: 'middle' }).last();
      await word.dblclick();
      await page.getByRole('button', { name: 'Blue' }).click();
      await expect(sheet.locator('.lectern-marks [data-ink="blue"]')).toHaveCount(1);
      await expectTinted(sheet, expected.get('middle') as PartBox);
      if (number < 4) await page.keyboard.press('ArrowRight');
    });
  }

  let stored: StoredHighlight[] = [];
  await expect
    .poll(async () => {
      stored = await highlightsOf(request, account.token, book.id);
      return stored.map(({ text }) => text);
    })
    .toEqual(['middle', 'middle', 'middle', 'middle']);
  for (const { position: locator } of stored) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = locator.rects[0] ?? [];
    // The word in page units, independent of the rotation on the screen.
    expect(Math.abs(x1 - 300)).toBeLessThan(3);
    expect(x2 - x1).toBeGreaterThan(30);
    expect(x2 - x1).toBeLessThan(60);
    expect(y1).toBeLessThan(420);
    expect(y2).toBeGreaterThan(430);
  }

  for (const turned of [90, 180, 270]) {
    await test.step(`all pages rotated by ${turned}`, async () => {
      await changeAppearance(page, () => page.getByRole('button', { name: 'Rotate', exact: true }).click());
      const expected = await check(4, turned);
      const sheet = pageDiv(page, 4);
      await expect(sheet.locator('.lectern-marks [data-ink="blue"]')).toHaveCount(1);
      await expectTinted(sheet, expected.get('middle') as PartBox);
    });
  }

  await test.step('enlarged, and with a search result', async () => {
    await changeAppearance(page, async () => {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await page.getByRole('button', { name: 'Zoom in' }).click();
    });
    const expected = await check(4, 270);
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').fill('southwest');
    const hit = pageDiv(page, 4).locator('.textLayer .highlight').first();
    await expect(hit).toBeAttached();
    await expect(async () => {
      const seen = await partBox(pageDiv(page, 4), hit);
      expect(shared(seen, expected.get('southwest') as PartBox)).toBeGreaterThan(0.6);
    }).toPass();
  });
});

/** Lines on a page of letter size, starting at a height. */
const linesFrom = (top: number, lines: readonly string[]): PdfPageParts => ({
  words: lines.map((text, index) => ({ text, x: 72, y: top - index * 24, height: 16 })),
});

test('[F-11] a highlight across a page break is drawn on both pages, and stored as one text without the hyphen', async ({
  page,
  context,
  request,
}) => {
  const file = makePdf('page-break', [
    linesFrom(110, ['the first page ends in the middle of a sen-']),
    linesFrom(740, ['tence that goes on upon the second page.']),
    {
      ...linesFrom(740, ['A third page.']),
      annotations: [
        '<< /Type /Annot /Subtype /Link /Rect [72 600 200 620] /Border [0 0 0] /Dest (nowhere) >>',
      ],
    },
  ]);
  const { account, book } = await openBook(page, context, request, file);
  await expect(pageDiv(page, 2).locator('.endOfContent')).toBeAttached();
  await page.locator('.lectern-pdf').evaluate((element) => {
    element.scrollTop = element.scrollHeight / 3 - element.clientHeight / 2;
  });
  const start = await steadyBox(pageDiv(page, 1).locator('.textLayer span').last());
  const end = await steadyBox(pageDiv(page, 2).locator('.textLayer span').last());
  await page.mouse.move(start.x + 1, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 1, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Blue' }).click();
  for (const number of [1, 2]) {
    const mark = pageDiv(page, number).locator('.lectern-marks [data-ink="blue"]');
    await expect(mark).toHaveCount(1);
    const words = pageDiv(page, number).locator('.textLayer span').last();
    await expect(async () => {
      const sheet = pageDiv(page, number);
      expect(shared(await partBox(sheet, mark), await partBox(sheet, words))).toBeGreaterThan(0.7);
    }).toPass();
  }
  await expect
    .poll(async () => (await highlightsOf(request, account.token, book.id)).map(({ text }) => text))
    .toEqual(['the first page ends in the middle of a sentence that goes on upon the second page.']);
  await page.reload();
  await expect(pageDiv(page, 2).locator('.lectern-marks [data-ink="blue"]')).toHaveCount(1);

  await test.step('[P-05] a link to a missing destination says so', async () => {
    await pageDiv(page, 3).scrollIntoViewIfNeeded();
    await pageDiv(page, 3).locator('.linkAnnotation a').click();
    await expect(page.getByText('This link leads to a place that is not in the file.')).toBeVisible();
  });
});

test('[P-02, P-03, P-07] pages of all sizes are centered, none is wider than the window, and notes have icons', async ({
  page,
  context,
  request,
}) => {
  const note =
    '<< /Type /Annot /Subtype /Text /Rect [100 600 120 620] /Name /Note /Contents (Look here) /T (A reader) >>';
  const words = [{ text: 'words', x: 72, y: 700, height: 16 }];
  const file = makePdf('sizes', [
    { words, annotations: [note] },
    { size: [2400, 700], words: [{ text: 'wide', x: 72, y: 600, height: 40 }] },
    { words },
    { words },
  ]);
  const missing: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) missing.push(answer.url());
  });
  const { book } = await signInWithBook(page, context, request, file);
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/read/${book.id}`);
    await expect(pageDiv(page, 1).locator('canvas').first()).toBeVisible();
    await expect(pageDiv(page, 1).locator('.textAnnotation img')).toHaveJSProperty('complete', true);
    // The whole page on a desktop, the whole width on a phone.
    const first = await steadyBox(pageDiv(page, 1));
    if (width === 390) expect(first.width).toBeGreaterThan(380);
    else expect(first.height).toBeGreaterThan(0.7 * Math.min(height, (width * 792) / 612));
    expect(first.height).toBeLessThanOrEqual(height);
    for (const number of [1, 2, 3]) {
      await expect
        .poll(async () => {
          const box = await pageDiv(page, number).boundingBox();
          return (
            box && { middle: Math.abs(box.x + box.width / 2 - width / 2) < 12, fits: box.width <= width }
          );
        })
        .toEqual({ middle: true, fits: true });
    }
  }
  expect(missing).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await changeAppearance(page, async () => {
    await choose(page, 'Two');
    await choose(page, 'Page');
  });
  await page.keyboard.press('ArrowRight');
  // The first page and the one beside it are two as well.
  await expect(pageDiv(page, 3)).toBeVisible();
  await expect(page.locator('.pdfViewer .page')).toHaveCount(2);
  const [wide, beside] = [await steadyBox(pageDiv(page, 2)), await steadyBox(pageDiv(page, 3))];
  expect(beside.x + beside.width - wide.x).toBeLessThanOrEqual(1440);

  await test.step('white margins are cropped, and the setting is kept after a reload', async () => {
    await changeAppearance(page, async () => {
      await choose(page, 'Single');
      await choose(page, 'Width');
    });
    await expect(pageDiv(page, 2)).toBeVisible();
    const { width: before } = await steadyBox(pageDiv(page, 2).locator('.textLayer span').last());
    await changeAppearance(page, () => page.getByRole('switch', { name: 'Cut off white margins' }).click());
    const larger = async () =>
      ((await pageDiv(page, 2).locator('.textLayer span').last().boundingBox())?.width ?? 0) / before;
    await expect.poll(larger).toBeGreaterThan(1.5);
    await page.reload();
    await expect.poll(larger).toBeGreaterThan(1.5);
  });
});
