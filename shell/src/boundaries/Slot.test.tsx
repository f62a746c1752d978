import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../testing/testShell.tsx';
import { Slot } from './Slot.tsx';

const slot = (load: () => unknown) => {
  const shell = createTestShell({ remotes: { 'mf-library/RecentBooksWidget': load } });
  return renderInShell(
    <>
      <h1>The page</h1>
      <Slot name="dashboard" />
    </>,
    shell,
  );
};

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe('a widget in its slot', () => {
  it('shows what the remote gives', async () => {
    await slot(() => ({ default: () => <p>Walden</p> }));
    expect(await screen.findByText('Walden')).toBeInTheDocument();
  });

  it('[MF-03] fails as a line of its own, and comes back on Try Again', async () => {
    let broken = true;
    const Widget = () => {
      if (broken) throw new Error('render');
      return <p>Walden</p>;
    };
    await slot(() => ({ default: Widget }));
    expect(await screen.findByText('Recent books cannot be shown right now.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'The page' })).toBeInTheDocument();
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Walden')).toBeInTheDocument();
  });
});
