import { textAround } from '../../engine/selection.ts';
import { joinedLines } from './passageOf.ts';

test('what is around a selection on a page of a PDF is without the hyphens of lines', () => {
  const line = (html: string) => `<span>${html}</span><br role="presentation">`;
  document.body.innerHTML = `<div class="textLayer">${line('a per-')}${line('mission')}${line('<b>culture</b>')}${line('of the')}</div>`;
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('b') as Element);
  expect(textAround(range, '.textLayer', joinedLines)).toEqual({
    before: 'a permission ',
    after: ' of the ',
  });
});
