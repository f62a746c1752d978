/** @jest-environment node */
import type { FindState } from '../../engine/renderer.ts';
import { runsOf } from '../reflow/runs.ts';
import { createTextFinder } from './textFinder.ts';
import type { TextPages } from './textPages.ts';

const flipped = [1, 0, 0, -1, 0, 792];

/** Pages with one line each. */
function finderOf(lines: readonly string[]) {
  const pages = {
    total: lines.length,
    words: async (page: number) => ({
      runs: runsOf([{ str: lines[page - 1] ?? '', width: 200, transform: [10, 0, 0, 10, 72, 700] }], flipped),
    }),
  } as unknown as TextPages;
  const told: FindState[] = [];
  const shown: [number, number][] = [];
  const finder = createTextFinder(pages, { found: (state) => told.push(state) }, async (page, index) => {
    shown.push([page, index]);
  });
  const done = async () => {
    while (told.at(-1)?.searching !== false) await Promise.resolve();
  };
  return { finder, told, shown, done };
}

test('matches of all pages are counted and can be stepped through in both directions', async () => {
  const { finder, told, shown, done } = finderOf(['A whale and a WHALE', 'nothing', 'whales']);
  finder.find('whale', { caseSensitive: false, wholeWords: false });
  await done();
  expect(told.at(-1)).toEqual({ current: 0, total: 3, searching: false });
  finder.again(true);
  finder.again(false);
  finder.again(false);
  expect(shown).toEqual([
    [3, 0],
    [1, 0],
    [1, 1],
  ]);
  expect(told.at(-1)?.current).toBe(2);
});

test('a later search cancels the earlier one', async () => {
  const { finder, told, done } = finderOf(['whale', 'shark']);
  finder.find('whale', { caseSensitive: true, wholeWords: true });
  finder.find('shark', { caseSensitive: true, wholeWords: true });
  await done();
  expect(told).toEqual([{ current: 0, total: 1, searching: false }]);
});
