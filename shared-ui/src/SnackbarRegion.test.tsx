import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
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

test('[U-09] messages stand above the bars at the end of the window', () => {
  const bar = document.createElement('div');
  bar.dataset.bar = '';
  bar.getBoundingClientRect = () => ({ top: 700, bottom: 768, height: 68 }) as DOMRect;
  document.body.append(bar);
  const region = (children: ReactNode) => <SnackbarRegion label="Messages">{children}</SnackbarRegion>;
  const { rerender } = render(region(<p>Saved.</p>));
  const place = screen.getByRole('region', { name: 'Messages' });
  expect(place).toHaveStyle('--bars: 68px');
  rerender(region([]));
  bar.remove();
  rerender(region(<p>Saved.</p>));
  expect(place).toHaveStyle('--bars: 0px');
});
