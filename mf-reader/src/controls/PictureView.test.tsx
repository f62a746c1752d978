import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import { PictureView } from './PictureView.tsx';

/** The zoom factor, 1 for the picture fitted to the window. */
const zoom = () => {
  const [, times] = /calc\(([\d.]+) \*/.exec(screen.getByRole('img').style.inlineSize) ?? [];
  return times === undefined ? 1 : Number(times);
};

test('a picture is enlarged and made smaller by buttons, keys and a press', async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  Element.prototype.scrollTo ??= () => {};
  const user = userEvent.setup();
  const picture = { source: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', description: 'A field' };
  await act(async () =>
    renderInHost(<PictureView picture={picture} onClose={() => {}} />, { locale: texts }),
  );
  expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(zoom()).toBe(1.5);
  await user.keyboard('+');
  expect(zoom()).toBe(2.25);
  await user.keyboard('--');
  expect(zoom()).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Show the picture in its full size' }));
  expect(zoom()).toBe(2.5);
  for (let times = 0; times < 8; times++) await user.keyboard('+');
  expect(zoom()).toBe(8);
  await user.keyboard('0');
  expect(zoom()).toBe(1);
});
