import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppearanceForm, type AppearanceFormProps } from './AppearanceForm.tsx';
import { useAppearance } from './useAppearance.ts';

function Form({ kind }: Pick<AppearanceFormProps, 'kind'>) {
  const choices = useAppearance();
  return (
    <>
      <AppearanceForm kind={kind} choices={choices} scale={1} />
      <output data-testid="look">{JSON.stringify(choices.appearance)}</output>
    </>
  );
}

const look = () => JSON.parse(screen.getByTestId('look').textContent ?? '');

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

test('[RD-01] text is set by theme, size, font, flow and alignment, and all of it is kept', async () => {
  const user = userEvent.setup();
  const { host } = renderInHost(<Form kind="text" />);
  await user.click(screen.getByRole('radio', { name: 'Sepia' }));
  await user.click(screen.getByRole('button', { name: 'Larger text' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Font' }), 'dyslexic');
  await user.click(screen.getByRole('radio', { name: 'Scroll' }));
  await user.click(screen.getByRole('switch', { name: 'Justify text' }));
  expect(look()).toMatchObject({
    theme: 'sepia',
    text: { fontSize: 20, font: 'dyslexic', flow: 'scrolled', justify: true },
  });
  expect(host.preferences.watch('reader.text', null).get()).toMatchObject({ fontSize: 20, font: 'dyslexic' });
});

test('a page that follows the app takes its theme', async () => {
  const { host } = renderInHost(<Form kind="text" />);
  expect(look().theme).toBe('light');
  act(() => host.theme.set('dark'));
  expect(await screen.findByText(/"theme":"dark"/)).toBeInTheDocument();
});

test('[RD-02] pages of a PDF are zoomed, fitted, laid out and rotated', async () => {
  const user = userEvent.setup();
  renderInHost(<Form kind="pdf" />);
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(look().pdf.zoom).toBe(1.1);
  await user.click(screen.getByRole('radio', { name: 'Width' }));
  await user.click(screen.getByRole('radio', { name: 'Two' }));
  await user.click(screen.getByRole('button', { name: 'Rotate' }));
  expect(look().pdf).toEqual({ zoom: 'page-width', layout: 'two', rotation: 90 });
});

test('the defaults come back', async () => {
  const user = userEvent.setup();
  renderInHost(<Form kind="text" />);
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await user.click(screen.getByRole('button', { name: 'Back to the defaults' }));
  expect(look()).toMatchObject({ theme: 'light', text: { fontSize: 19 } });
});
