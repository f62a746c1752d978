import { render, screen } from '@testing-library/react';
import { createTestShell } from '../testing/testShell.tsx';
import { Root } from './Root.tsx';

describe('the root', () => {
  it('[LY-09] a crash of the shell shows the screen of last resort', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const shell = createTestShell();
    const broken = {
      ...shell,
      get notify(): never {
        throw new Error('The shell is broken.');
      },
    };
    render(<Root shell={broken} />);
    expect(
      await screen.findByText('Oops! Something went wrong. Please try refreshing the page'),
    ).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});
