/** @jest-environment node */
import { Turns } from './turns.ts';

/** Lets all pending microtasks run. */
const othersHaveRun = () => new Promise((resolve) => setTimeout(resolve));

/** A book with slow page turns. */
function slowBook() {
  const turns = new Turns();
  const come: (() => void)[] = [];
  let shown = 0;
  return {
    shown: () => shown,
    waiting: () => come.length,
    comes: () => come.shift()?.(),
    next: () =>
      turns.follow(async () => {
        const next = shown + 1;
        await new Promise<void>((resolve) => come.push(resolve));
        shown = next;
        return true;
      }),
  };
}

test('[RD-01] a turn that is asked for while another is on its way begins where that one ends', async () => {
  const book = slowBook();
  const both = Promise.all([book.next(), book.next()]);
  await othersHaveRun();
  expect(book.waiting()).toBe(1);
  book.comes();
  await othersHaveRun();
  expect([book.shown(), book.waiting()]).toEqual([1, 1]);
  book.comes();
  expect(await both).toEqual([true, true]);
  expect(book.shown()).toBe(2);
});

test('a key that is held down asks for no more than three turns ahead', async () => {
  const book = slowBook();
  const all = Promise.all(Array.from({ length: 20 }, () => book.next()));
  for (let turned = 0; turned < 20; turned++) {
    await othersHaveRun();
    book.comes();
  }
  expect((await all).filter(Boolean)).toHaveLength(4);
  expect(book.shown()).toBe(4);
});

test('a turn that fails holds up none that follow', async () => {
  const turns = new Turns();
  await expect(turns.follow(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await turns.follow(async () => true)).toBe(true);
});
