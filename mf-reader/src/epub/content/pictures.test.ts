import { captionOf, worthEnlarging } from './pictures.ts';

const screen = { width: 1_000, height: 800 };

test.each([
  ['an ornament', { width: 40, height: 300 }, { width: 800, height: 6_000 }, false],
  ['a figure', { width: 400, height: 300 }, { width: 400, height: 300 }, true],
  ['a full page', { width: 900, height: 780 }, { width: 900, height: 780 }, false],
  ['a map that was made small', { width: 900, height: 780 }, { width: 3_600, height: 3_120 }, true],
])('%s is shown alone when there is more to see', (_, shown, natural, worth) => {
  expect(worthEnlarging(shown, natural, screen)).toBe(worth);
});

test('[R-07] the caption of a picture is without the readings of its characters', () => {
  document.body.innerHTML =
    '<figure><img alt=""><figcaption><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>の\n<b>地図</b></figcaption></figure>';
  const picture = document.querySelector('img') as Element;
  expect(captionOf(picture)).toBe('東京の 地図');
});
