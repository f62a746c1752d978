/** @jest-environment node */
import { singleFlight } from './singleFlight.ts';

/** Work that ends when the test says so. */
function held() {
  const runs: { end(result: string): void; fail(error: Error): void }[] = [];
  const run = singleFlight(
    () =>
      new Promise<string>((resolve, reject) => {
        runs.push({ end: resolve, fail: reject });
      }),
  );
  return { run, runs };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('all who ask while the work runs share one more run after it', async () => {
  const { run, runs } = held();
  const first = run();
  const later = [run(), run(), run()];
  await settled();
  expect(runs).toHaveLength(1);
  runs[0]?.end('first');
  expect(await first).toBe('first');
  await settled();
  expect(runs).toHaveLength(2);
  runs[1]?.end('second');
  expect(await Promise.all(later)).toEqual(['second', 'second', 'second']);
});

test('who asks during that second run gets a third', async () => {
  const { run, runs } = held();
  const first = run();
  const second = run();
  runs[0]?.end('first');
  await first;
  await settled();
  const third = run();
  runs[1]?.end('second');
  await second;
  await settled();
  runs[2]?.end('third');
  expect(await third).toBe('third');
  expect(runs).toHaveLength(3);
});

test('a run that fails fails for those who asked for it, and the next is made all the same', async () => {
  const { run, runs } = held();
  const first = run();
  const second = run();
  runs[0]?.fail(new Error('no room'));
  await expect(first).rejects.toThrow('no room');
  await settled();
  runs[1]?.end('second');
  expect(await second).toBe('second');
});

test('when nothing runs the work begins at once', async () => {
  const { run, runs } = held();
  const first = run();
  runs[0]?.end('first');
  await first;
  const next = run();
  expect(runs).toHaveLength(2);
  runs[1]?.end('next');
  expect(await next).toBe('next');
});
