import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { Tour, tourSteps } from './Tour.tsx';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the guided tour', () => {
  it('goes through all steps, forward and back, and ends', async () => {
    const onEnd = jest.fn();
    await renderInShell(<Tour onEnd={onEnd} />);
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    for (const { title } of tourSteps.slice(0, -1)) {
      expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument();
      await press('Next');
    }
    await press('Previous');
    await press('Next');
    await press('Done');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('[L-06] points at visible elements, which differ between phone and desktop', async () => {
    const isShown = jest.spyOn(Element.prototype, 'getClientRects').mockImplementation(function rects(
      this: Element,
    ) {
      return (this.matches('[data-hidden]') ? [] : [{}]) as unknown as DOMRectList;
    });
    await renderInShell(
      <>
        <button type="button" data-tour="search" data-hidden>
          Hidden
        </button>
        <button type="button" data-tour="search">
          Shown
        </button>
        <Tour onEnd={() => undefined} />
      </>,
    );
    await press('Next');
    await press('Next');
    expect(screen.getByText('Shown')).toHaveClass('driver-active-element');
    isShown.mockRestore();
  });

  it('[U-13] starts each step on Next, not on the button that leaves', async () => {
    await renderInShell(<Tour onEnd={() => undefined} />);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus());
    await press('Next');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus());
  });

  it('can be closed at any step', async () => {
    const onEnd = jest.fn();
    await renderInShell(<Tour onEnd={onEnd} />);
    await userEvent.keyboard('{Escape}');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});
