import { textAround } from '../../engine/selection.ts';
import { joinedLines } from './pdfSelection.ts';

test('the text around a selection on a page has its lines joined, without their hyphens', () => {
  const line = (html: string) => `<span>${html}</span><br role="presentation">`;
  document.body.innerHTML = `<div class="textLayer">${line('a per-')}${line('mission')}${line('<b>culture</b>')}${line('of the')}</div>`;
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('b') as Element);
  expect(textAround(range, '.textLayer', joinedLines)).toEqual({
    before: 'a permission ',
    after: ' of the ',
  });
});
