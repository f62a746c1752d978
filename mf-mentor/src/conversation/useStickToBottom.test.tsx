import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { useStickToBottom } from './useStickToBottom.ts';

const view = 600;
/** Position of the page's end in pixels below the top of the viewport, since jsdom has no layout. */
let endAt = 0;
let brought = 0;

function Page({ said }: { said: number }) {
  const end = useRef<HTMLDivElement>(null);
  const bottom = useStickToBottom(end, said);
  return (
    <>
      {bottom.atBottom ? null : (
        <button type="button" onClick={bottom.scrollToBottom}>
          To the latest
        </button>
      )}
      <div
        ref={(element) => {
          end.current = element;
          if (!element) return;
          element.getBoundingClientRect = () => ({ top: endAt }) as DOMRect;
          element.scrollIntoView = () => {
            brought += 1;
            scrolled(endAt - view);
          };
        }}
      />
    </>
  );
}

/** Simulates scrolling by so many pixels. */
function scrolled(by: number) {
  window.scrollY += by;
  endAt -= by;
  dispatchEvent(new Event('scroll'));
}

describe('the end of a conversation', () => {
  beforeEach(() => {
    endAt = view;
    brought = 0;
    window.scrollY = 0;
    jest.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(view);
  });

  it('is followed while text is added, but the first words move nothing', () => {
    const { rerender } = render(<Page said={0} />);
    endAt += 300;
    rerender(<Page said={40} />);
    expect(brought).toBe(0);
    rerender(<Page said={80} />);
    expect(brought).toBe(1);
    endAt += 100;
    rerender(<Page said={120} />);
    expect(brought).toBe(2);
  });

  it('is not followed once the reader scrolls up, and followed again after scrolling down to it', () => {
    const { rerender } = render(<Page said={0} />);
    rerender(<Page said={40} />);
    act(() => scrolled(-200));
    rerender(<Page said={80} />);
    expect(brought).toBe(0);
    act(() => scrolled(200));
    endAt += 100;
    rerender(<Page said={120} />);
    expect(brought).toBe(1);
  });

  it('has a button to it while it is out of view', async () => {
    const { rerender } = render(<Page said={0} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    endAt += 300;
    rerender(<Page said={0} />);
    await userEvent.click(screen.getByRole('button', { name: 'To the latest' }));
    expect(brought).toBe(1);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
