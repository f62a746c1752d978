import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen } from '@testing-library/react';
import type { Place } from '../engine/renderer.ts';
import locale from '../locales/en.json';
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
const nothing = () => {};

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

test('the slider of a book of one page goes to no second one', () => {
  renderInHost(
    <BottomBar
      visible
      place={place}
      chapter={null}
      chapterAt={() => null}
      marks={[]}
      back={null}
      minutesLeft={null}
      bookMinutesLeft={null}
      rtl={false}
      onPage={nothing}
      onEnter={() => true}
      onNext={nothing}
      onPrevious={nothing}
      onHold={nothing}
    />,
    { locale },
  );
  expect(screen.getByRole('slider', { name: 'Place in the book' })).toHaveAttribute('data-disabled');
});
