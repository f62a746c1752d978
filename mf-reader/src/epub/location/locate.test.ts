import { TextMap } from '../../engine/textMap.ts';
import { chapterOf, locatorOf, placeLocator, rangeOfCfi, resolve } from './locate.ts';

const chapter = { index: 6, cfiBase: '/6/14' };
const parse = (body: string) => {
  const page = new DOMParser().parseFromString(`<html><body>${body}</body></html>`, 'text/html');
  return { page, map: new TextMap(page.body) };
};
const text =
  '<p>It is a truth universally acknowledged,</p><p>that a single man in possession of a good fortune</p>';

test('[RD-01] a place is found again on a page that is set another way', () => {
  const { page, map } = parse(text);
  const locator = placeLocator(map.text.indexOf('single'), map, chapter);
  expect(locator).toMatchObject({
    spine_index: 6,
    quote: { exact: 'single man in possession of a good fortune' },
  });
  expect(resolve(locator, map, page).start).toBe(map.text.indexOf('single'));
});

test('[R-07] words with readings above them are found without their readings', () => {
  const ruby = (base: string, reading: string) =>
    `<ruby>${base}<rp>(</rp><rt>${reading}</rt><rp>)</rp></ruby>`;
  const { page, map } = parse(
    `<p>${ruby('東', 'とう')}${ruby('京', 'きょう')}の${ruby('大学', 'だいがく')}で学ぶ。</p>`,
  );
  const quote = { exact: '京の大学で', prefix: '東', suffix: '学ぶ' };
  const range = map.rangeOf(resolve({ spine_index: 6, fraction: 0, quote }, map, page));
  expect(range?.toString()).toBe('京(きょう)の大学(だいがく)で');
});

test('[RD-03] words are found again by their address', () => {
  const { page, map } = parse(text);
  const start = map.text.indexOf('universally');
  const locator = locatorOf({ start, end: start + 24 }, map, chapter);
  expect(map.rangeOf(resolve(locator, map, page))?.toString()).toBe('universally acknowledged');
});

test('[M-04] an address that leads to other words is not believed; the words are looked for', () => {
  const { map } = parse(text);
  const start = map.text.indexOf('possession');
  const locator = locatorOf({ start, end: start + 10 }, map, chapter);
  const edited = parse(`<p>A new preface.</p>${text}`);
  // The CFI resolves to the previous paragraph; only the quote shows that it is wrong.
  expect(rangeOfCfi(locator.cfi ?? '', edited.page)?.toString()).toBe('ally ackno');
  expect(edited.map.rangeOf(resolve(locator, edited.map, edited.page))?.toString()).toBe('possession');
});

test('[R-07] words with readings above them are found, quoted without the readings, and found by older quotes', () => {
  const { page, map } = parse(
    '<p>私は<ruby>東<rt>とう</rt>京<rp>（</rp><rt>きょう</rt><rp>）</rp></ruby>の<ruby>大学<rt>だいがく</rt></ruby>で学ぶ。</p>',
  );
  const whole = { start: map.text.indexOf('東'), end: map.text.indexOf('学') + 1 };
  expect(resolve({ quote: { exact: '東京の大学', suffix: 'で学ぶ' } }, map, page)).toEqual(whole);
  expect(resolve({ quote: { exact: map.text.slice(whole.start, whole.end) } }, map, page)).toEqual(whole);
  const locator = locatorOf(whole, map, chapter);
  expect(locator.quote).toEqual({ exact: '東京の大学', prefix: '私は', suffix: 'で学ぶ。' });
  expect(resolve(locator, map, page)).toEqual(whole);
  const reading = { start: map.text.indexOf('だい'), end: map.text.indexOf('だい') + 2 };
  expect(locatorOf(reading, map, chapter).quote?.exact).toBe('だい');
  expect(resolve({ quote: { exact: 'だい' } }, map, page)).toEqual(reading);
});

test('without words and address the fraction decides, and without all of them the beginning', () => {
  const { page, map } = parse(text);
  expect(resolve({ fraction: 0.5 }, map, page).start).toBe(Math.round(map.length / 2));
  expect(resolve({}, map, page)).toEqual({ start: 0, end: 0 });
  expect(resolve({ fraction: 0.5, quote: { exact: 'is nowhere here' } }, map, page).start).toBe(
    Math.round(map.length / 2),
  );
});

test('the chapter is the one that is named, else that of the address', () => {
  expect(chapterOf({ spine_index: 2, cfi: 'epubcfi(/6/14!/4/2)' })).toBe(2);
  expect(chapterOf({ cfi: 'epubcfi(/6/14!/4/2)' })).toBe(6);
  expect(chapterOf({ page: 4 })).toBeNull();
});
