import { act, render, screen } from '@testing-library/react';
import { SnackbarRegion } from './SnackbarRegion.tsx';

const at = (element: HTMLElement, top: number) => {
  element.getBoundingClientRect = () => ({ left: 0, right: 100, top, bottom: top + 40 }) as DOMRect;
};

test('[X-12] messages stand at the other end while they would cover what has the focus', () => {
  const app = (
    <>
      <button type="button">Above</button>
      <button type="button">Below</button>
      <SnackbarRegion label="Messages">
        <p>Saved.</p>
      </SnackbarRegion>
    </>
  );
  const { rerender } = render(app);
  const region = screen.getByRole('region', { name: 'Messages' });
  at(screen.getByText('Saved.'), 500);
  at(screen.getByText('Above'), 20);
  at(screen.getByText('Below'), 510);
  act(() => screen.getByText('Above').focus());
  expect(region).toHaveAttribute('data-side', 'bottom');
  act(() => screen.getByText('Below').focus());
  expect(region).toHaveAttribute('data-side', 'top');
  at(screen.getByText('Saved.'), 10);
  rerender(app);
  expect(region).toHaveAttribute('data-side', 'top');
  act(() => screen.getByText('Above').focus());
  expect(region).toHaveAttribute('data-side', 'bottom');
});
