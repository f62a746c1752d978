import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { withStyleSheets } from '@lectern/shared-contracts/testing/computedStyles.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { barsStayPreference } from '../controls/useControls.ts';
import { happens, openReader, untilOpen } from './testing/openReader.tsx';

jest.mock('../engine/sentenceByKey.ts', () => ({
  selectSentence: jest.fn(() => true),
  isSelecting: () => false,
}));
const { selectSentence } = jest.requireMock<{ selectSentence: jest.Mock }>('../engine/sentenceByKey.ts');

const selected = {
  text: 'Call me Ishmael.',
  page: 20,
  locator: { spine_index: 19, fraction: 0, quote: { exact: 'Call me Ishmael.' } },
  box: { left: 100, top: 100, width: 120, height: 20 },
  margins: { left: { from: 0, to: 80 }, right: { from: 920, to: 1_000 } },
};

const announced = () => document.querySelector('[data-announcements]')?.textContent;

beforeAll(withStyleSheets);

describe('the reader for a screen reader and the keyboard', () => {
  test('[X-01] the bars are in the tree while they are hidden, with the way out of the book', async () => {
    jest.useFakeTimers();
    await openReader();
    await untilOpen();
    await happens(() => jest.advanceTimersByTime(10_000));
    jest.useRealTimers();
    const header = screen.getByRole('banner');
    expect(header).not.toBeVisible();
    for (const name of ['Back to the library'])
      expect(within(header).getByRole('link', { name })).toBeInTheDocument();
    for (const name of ['Appearance', 'Search in this book', 'Contents, bookmarks and notes'])
      expect(within(header).getByRole('button', { name })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeInTheDocument();
    expect(screen.getByRole('slider', { name: 'Place in the book' })).toBeInTheDocument();
  });

  test('[X-01] a setting keeps the bars visible', async () => {
    jest.useFakeTimers();
    await openReader({ preferences: { [barsStayPreference]: true } });
    await untilOpen();
    await happens(() => jest.advanceTimersByTime(10_000));
    jest.useRealTimers();
    expect(screen.getByRole('banner')).toBeVisible();
  });

  test('[X-03] a page turn, a bookmark and a highlight are announced', async () => {
    const { engine } = await openReader();
    await untilOpen();
    await happens(() => engine.move(21, 'turn'));
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Page 21 of 100');
    await userEvent.click(screen.getByRole('button', { name: 'Bookmark this page' }));
    expect(announced()).toBe('Bookmarked.');
    await happens(() => engine.options().events.selected(selected));
    await userEvent.click(screen.getByRole('button', { name: 'Yellow' }));
    expect(announced()).toBe('Highlighted.');
  });

  test('[X-03] a sentence selected by key is read out, one selected by pointer is not', async () => {
    const { engine } = await openReader();
    await untilOpen();
    await happens(() => engine.options().events.selected(selected));
    expect(announced()).toBe('');
    await userEvent.keyboard('m');
    await happens(() => engine.options().events.selected(selected));
    expect(announced()).toBe('Selected: Call me Ishmael.');
  });

  test('[X-04] the button that starts a session goes with it, and the focus to the page', async () => {
    const { engine } = await openReader();
    await untilOpen();
    const before = engine.focused();
    await userEvent.click(screen.getByRole('button', { name: 'Start reading session' }));
    expect(engine.focused()).toBe(before + 1);
  });

  test('[X-04] the key M takes the focus from a control to the page, so that Enter is for the sentence', async () => {
    const { engine } = await openReader();
    await untilOpen();
    const before = engine.focused();
    screen.getByRole('link', { name: 'Back to the library' }).focus();
    await userEvent.keyboard('m');
    expect(engine.focused()).toBe(before + 1);
  });

  test('[X-04] keys in the panel turn no page, and after a highlight the focus is on the page', async () => {
    const { engine } = await openReader();
    await untilOpen();
    await userEvent.click(screen.getByRole('button', { name: 'Contents, bookmarks and notes' }));
    screen.getByRole('button', { name: /Loomings/ }).focus();
    await userEvent.keyboard('{ArrowRight}{PageDown}{End}');
    expect(screen.getByText('Page 1 of 100')).toBeInTheDocument();
    expect(engine.went).toEqual([]);
    const before = engine.focused();
    await happens(() => engine.options().events.selected(selected));
    await userEvent.click(screen.getByRole('button', { name: 'Yellow' }));
    expect(engine.focused()).toBe(before + 1);
  });

  test('[X-07] the key M does nothing while single keys are switched off', async () => {
    selectSentence.mockClear();
    const { host } = await openReader({ preferences: { [singleKeysPreference]: false } });
    await untilOpen();
    await userEvent.keyboard('m');
    expect(selectSentence).not.toHaveBeenCalled();
    await happens(() => host.preferences.set(singleKeysPreference, true));
    await userEvent.keyboard('m');
    expect(selectSentence).toHaveBeenCalledTimes(1);
  });

  test('[F-29] Ctrl+Enter ends the note of a highlight', async () => {
    const { engine } = await openReader();
    await untilOpen();
    await happens(() => engine.options().events.selected(selected));
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'The first line.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeInTheDocument();
    expect(announced()).toBe('Note saved.');
  });

  test('[X-04] Escape leads from the page to its controls, and back', async () => {
    const { engine } = await openReader();
    await untilOpen();
    const page = screen.getByRole('region', { name: 'Page of the book' });
    page.tabIndex = -1;
    page.focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('link', { name: 'Back to the library' })).toHaveFocus();
    const before = engine.focused();
    // The first Escape closes the tooltip of the link.
    await userEvent.keyboard('{Escape}{Escape}');
    expect(engine.focused()).toBe(before + 1);
  });

  test('[X-03] behind the last page the focus moves to “The end”, and from there back to the page', async () => {
    const { engine } = await openReader();
    await untilOpen();
    await happens(() => engine.options().events.passedEnd());
    expect(screen.getByRole('region', { name: 'The end' })).toHaveFocus();
    const before = engine.focused();
    await userEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(engine.focused()).toBe(before + 1);
  });
});
