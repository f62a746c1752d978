/** @jest-environment node */
import { PageWatch } from './pageWatch.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function watch() {
  const reports: (boolean | string)[] = [];
  const file = { getPage: async () => ({}) as never };
  const events = {
    waiting: (on: boolean) => reports.push(on),
    failed: ({ code }: { code: string }) => reports.push(code),
  };
  return { reports, watch: new PageWatch(file, events) };
}

test('a page that is drawn in time reports nothing, so that the controls are not rendered for each page', () => {
  const { reports, watch: pages } = watch();
  pages.expect(1, () => false);
  pages.drawn();
  jest.runAllTimers();
  expect(reports).toEqual([]);
});

test('a slow page reports that it is waited for, and that it has come', () => {
  const { reports, watch: pages } = watch();
  pages.expect(1, () => false);
  jest.runAllTimers();
  pages.drawn();
  pages.drawn();
  expect(reports).toEqual([true, false]);
});

test('a slow page that was left for one that is drawn is no longer waited for', () => {
  const { reports, watch: pages } = watch();
  pages.expect(1, () => false);
  jest.runAllTimers();
  pages.expect(2, () => true);
  expect(reports).toEqual([true, false]);
});

test('a page that failed is no longer waited for', () => {
  const { reports, watch: pages } = watch();
  pages.expect(1, () => false);
  jest.runAllTimers();
  pages.failed(new Error('no such page'));
  expect(reports).toEqual([true, false, 'corrupt']);
});
