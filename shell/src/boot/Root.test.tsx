import { render, screen, waitFor } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router-dom';
import { createVisitorHost } from '../host/createHost.ts';
import { createRouter, firstPage } from '../router/createRouter.tsx';
import { createTestShell } from '../testing/testShell.tsx';
import { Root, SyncedRouterProvider } from './Root.tsx';

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

  it('a page that is known while its fallback is rendered is shown', async () => {
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    // As in a browser, where a transition is rendered in slices.
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    const known = Promise.withResolvers<null>();
    const slow = () => {
      known.resolve(null);
      const end = performance.now() + 20;
      while (performance.now() < end);
      return null;
    };
    const Slow = () => slow();
    const router = createMemoryRouter([
      {
        path: '/',
        loader: () => known.promise,
        Component: () => <p>The page</p>,
        HydrateFallback: () => [<Slow key="1" />, <Slow key="2" />, <Slow key="3" />],
      },
    ]);
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    try {
      const page = firstPage(router);
      startTransition(() => root.render(<SyncedRouterProvider router={router} />));
      await page;
      await waitFor(() => expect(place).toHaveTextContent('The page'));
    } finally {
      root.unmount();
      place.remove();
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    }
  });
});
