import { act, render, screen } from '@testing-library/react';
import { useHideOnScroll } from './useHideOnScroll.ts';

const Button = () => <button type="button">{useHideOnScroll() ? 'away' : 'here'}</button>;

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}

test('[L-02] what floats is away while the page is scrolled down, and back when it is scrolled up', () => {
  render(<Button />);
  for (const [y, where] of [
    [10, 'here'],
    [200, 'away'],
    [210, 'away'],
    [150, 'here'],
    [400, 'away'],
    [0, 'here'],
  ] as const) {
    scrollTo(y);
    expect(screen.getByRole('button')).toHaveTextContent(where);
  }
  scrollTo(0);
});
