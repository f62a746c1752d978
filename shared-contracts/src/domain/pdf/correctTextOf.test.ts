import { ReadableStream, TransformStream } from 'node:stream/web';
import { correctTextOf } from './correctTextOf.ts';

Object.assign(globalThis, { TransformStream });

/** The text items of a page of pdf.js with these items, after the correction. */
async function textOf(items: readonly { str: string; dir: string }[]): Promise<string[]> {
  const document = {
    getPage: async () => ({
      streamTextContent: () =>
        new ReadableStream({
          start(controller) {
            controller.enqueue({ items, styles: {}, lang: null });
            controller.close();
          },
        }),
    }),
  };
  correctTextOf(document as never);
  const page = await document.getPage();
  const text: string[] = [];
  for await (const chunk of page.streamTextContent()) for (const item of chunk.items) text.push(item.str);
  return text;
}

const item = (str: string, dir = 'rtl') => ({ str, dir, width: 10, transform: [10, 0, 0, 10, 0, 0] });

test.each([
  [')1898 الإسكندرية - 1987 القاهرة (.', '(1898 الإسكندرية - 1987 القاهرة ).'],
  ['قال »نعم« ثم ]1[', 'قال «نعم» ثم [1]'],
  ['حزمة )LaTeX( هنا', 'حزمة (LaTeX) هنا'],
])(
  'brackets of right-to-left text, which pdf.js gives as they look, are those that were written: %j',
  async (given, corrected) => {
    expect(await textOf([item(given)])).toEqual([corrected]);
  },
);

test('brackets between letters that run from left to right stay as they are', async () => {
  expect(await textOf([item('الدالة f(x) هنا'), item('see (above)', 'ltr')])).toEqual([
    'الدالة f(x) هنا',
    'see (above)',
  ]);
});

test.each([
  ['بيّن أن ّالمتتالية', 'بيّن أنّ المتتالية'],
  ['مَّرَض ٌفَزَادَهُم', 'مَّرَضٌ فَزَادَهُم'],
  ['ٱلرَّحِيم ِ﴿١﴾', 'ٱلرَّحِيمِ ﴿١﴾'],
  ['الفتحة َ والضمة', 'الفتحة َ والضمة'],
])('the vowel signs of a last letter stay in its word: %j', async (given, corrected) => {
  expect(await textOf([item(given)])).toEqual([corrected]);
});

test('[R-09] radicals are the characters that they stand for', async () => {
  expect(await textOf([item('⻘⼭在西，⻑⾵⻝⾺', 'ltr')])).toEqual(['青山在西，長風食馬']);
});
