import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppearanceForm, type AppearanceFormProps } from './AppearanceForm.tsx';
import { useAppearance } from './useAppearance.ts';

type FormProps = Pick<AppearanceFormProps, 'kind' | 'isStrip'> & { bookId?: string };

function Form({ bookId = 'one', ...form }: FormProps) {
  const choices = useAppearance(bookId);
  return (
    <>
      <AppearanceForm {...form} choices={choices} scale={1} page={7} />
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
  await user.click(screen.getByRole('radio', { name: 'OpenDyslexic' }));
  await user.click(screen.getByRole('radio', { name: 'Scroll' }));
  await user.click(screen.getByRole('switch', { name: 'Justify text' }));
  expect(look()).toMatchObject({
    theme: 'sepia',
    text: { fontSize: 20, font: 'dyslexic', flow: 'scrolled', justify: true },
  });
  expect(host.preferences.watch('reader.text', null).get()).toMatchObject({ fontSize: 20, font: 'dyslexic' });
});

test('[L-15] each font is shown in itself', () => {
  renderInHost(<Form kind="text" />);
  const families = ['Literata (serif)', 'Atkinson Hyperlegible (sans)', 'OpenDyslexic'].map(
    (name) => screen.getByText(name).parentElement?.style.fontFamily.split(',')[0],
  );
  expect(families).toEqual(['"Literata Variable"', '"Atkinson Hyperlegible Next"', '"OpenDyslexic"']);
});

test('[E-15] the font of the book is called Original, and is chosen at first', () => {
  renderInHost(<Form kind="text" />);
  expect(screen.getByRole('radio', { name: 'Original' })).toBeChecked();
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
  await user.click(screen.getByRole('button', { name: 'Rotate this page' }));
  await user.click(screen.getByRole('switch', { name: 'Cut off white margins' }));
  expect(look().pdf).toEqual({
    view: 'pages',
    zoom: 'page-width',
    layout: 'two',
    flow: 'paginated',
    rotation: 90,
    pageRotations: { 7: 90 },
    cropped: true,
  });
  await user.click(screen.getByRole('radio', { name: '100%' }));
  expect(look().pdf.zoom).toBe(1);
});

test('[E-18] pages of fixed layout are zoomed, and not made smaller than the window', async () => {
  const user = userEvent.setup();
  renderInHost(<Form kind="fixed" />);
  expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(look().pdf.zoom).toBeCloseTo(1.1);
});

test.each(['fixed', 'text'] as const)(
  'a book that its publisher made one strip has no choice to turn pages: %s',
  (kind) => {
    renderInHost(<Form kind={kind} isStrip />);
    expect(screen.queryByRole('radio', { name: 'Paged' })).toBeNull();
  },
);

test('pages of fixed layout are turned or scrolled, in each book as chosen', async () => {
  const user = userEvent.setup();
  const { rerender } = renderInHost(<Form kind="fixed" />);
  expect(screen.getByRole('radio', { name: 'Paged' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Scroll' }));
  expect(look().pdf.flow).toBe('scrolled');
  rerender(<Form kind="fixed" bookId="two" />);
  expect(look().pdf.flow).toBe('paginated');
});

test('[P-02] how a PDF is looked at is kept for each book; another book begins with the layout alone', async () => {
  const user = userEvent.setup();
  const { rerender } = renderInHost(<Form kind="pdf" />);
  await user.click(screen.getByRole('radio', { name: 'Two' }));
  await user.click(screen.getByRole('radio', { name: 'Width' }));
  await user.click(screen.getByRole('button', { name: 'Rotate' }));
  rerender(<Form kind="pdf" bookId="two" />);
  expect(look().pdf).toMatchObject({ layout: 'two', zoom: 'auto', rotation: 0 });
  rerender(<Form kind="pdf" bookId="one" />);
  expect(look().pdf).toMatchObject({ layout: 'two', zoom: 'page-width', rotation: 90 });
});

test('the defaults come back', async () => {
  const user = userEvent.setup();
  renderInHost(<Form kind="text" />);
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(look()).toMatchObject({ theme: 'light', text: { fontSize: 19 } });
});
