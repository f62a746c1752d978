import { render, screen } from '@testing-library/react';
import { createVisitorHost } from '../host/createHost.ts';
import { createRouter, firstPage } from '../router/createRouter.tsx';
import { createTestShell } from '../testing/testShell.tsx';
import { Root } from './Root.tsx';

describe('the root', () => {
  it('[LY-09] a crash of the shell shows the crash screen', async () => {
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

  it('[E-12] signing in during a render does not break it', async () => {
    const shell = createTestShell();
    await shell.auth.start();
    const services = shell.signedIn.state.get();
    const loading = { status: 'loading' } as const;
    let isKnown = false;
    const arriving = {
      ...shell,
      visitorHost: createVisitorHost({ ...shell.host, user: shell.auth.user }),
      signedIn: {
        ...shell.signedIn,
        state: { ...shell.signedIn.state, get: () => (isKnown ? services : loading) },
      },
      // The frame uses it, below the component that selects the Host.
      auth: {
        ...shell.auth,
        state: {
          ...shell.auth.state,
          get: () => {
            isKnown = true;
            return shell.auth.state.get();
          },
        },
      },
    };
    const router = createRouter(shell);
    await firstPage(router);
    const errors: unknown[] = [];
    render(<Root shell={arriving} router={router} />, {
      onRecoverableError: (error) => errors.push(error),
    });
    expect(await screen.findByRole('main')).toBeInTheDocument();
    expect(errors).toEqual([]);
  });
});
