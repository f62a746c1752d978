import { render, screen } from '@testing-library/react';
import { createRouter } from '../routes/createRouter.tsx';
import { createTestShell } from '../testing/testShell.tsx';
import { Root } from './Root.tsx';

describe('the root', () => {
  it('[LY-09] a crash of the shell shows the screen of last resort', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const shell = createTestShell();
    await shell.auth.start();
    const broken = {
      ...shell,
      get notify(): never {
        throw new Error('The shell is broken.');
      },
    };
    render(<Root shell={broken} router={createRouter(shell)} />);
    expect(
      await screen.findByText('Oops! Something went wrong. Please try refreshing the page'),
    ).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});
