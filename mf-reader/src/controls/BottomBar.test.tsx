import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen } from '@testing-library/react';
import { defaultPace } from '../engine/pace.ts';
import type { Place } from '../engine/renderer.ts';
import locale from '../locales/en.json';
import { OpenedBook } from '../view/state/openedBook.ts';
import { createReaderStore } from '../view/state/readerStore.ts';
import { BottomBar } from './BottomBar.tsx';

const place: Place = {
  locator: { page: 1 },
  page: 1,
  totalPages: 1,
  percentage: 100,
  target: 1,
  tocHref: null,
  wordsLeft: null,
  wordsShown: null,
  atStart: true,
  atEnd: true,
  atChapterEnd: false,
  label: null,
};

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

test('the slider of a book of one page goes to no second one', () => {
  const opened = {
    manifest: { direction: 'ltr', spine: [] },
    store: createReaderStore(false),
    contents: [],
    chapter: null,
    controls: { visible: true, hold() {} },
    pace: defaultPace,
  } as unknown as OpenedBook;
  renderInHost(
    <OpenedBook value={opened}>
      <BottomBar place={place} back={null} />
    </OpenedBook>,
    { locale },
  );
  expect(screen.getByRole('slider', { name: 'Place in the book' })).toHaveAttribute('data-disabled');
});
