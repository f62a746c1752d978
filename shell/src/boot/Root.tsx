import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import { useLayoutEffect, useMemo, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { CrashBoundary } from '../boundaries/CrashBoundary.tsx';
import { RootCrash } from '../boundaries/RootCrash.tsx';
import { type Shell, ShellContext } from '../host/shell.ts';
import type { Router } from '../router/createRouter.tsx';

const noParams = {};
const reportCrash = (error: unknown) => console.error('The shell crashed.', error);

export interface RootProps {
  shell: Shell;
  router: Router;
  /** Called before the first paint. */
  onShown?: () => void;
}

/** The providers, outermost first: style, error boundary, shell, Host. */
export function Root({ shell, router, onShown }: RootProps) {
  useLayoutEffect(() => onShown?.(), [onShown]);
  return (
    <>
      <GlobalStyle />
      <CrashBoundary onCrash={reportCrash} fallback={<RootCrash />}>
        <ShellContext value={shell}>
          <Hosted shell={shell} router={router} />
        </ShellContext>
      </CrashBoundary>
    </>
  );
}

/**
 * The Host of the signed-in reader, or of a visitor. The shell's own pages use it as a remote
 * does: `useHost`, `useTranslate`, `useData`.
 */
function Hosted({ shell, router }: { shell: Shell; router: Router }) {
  const services = useReadable(shell.signedIn.state);
  const user = useReadable(shell.auth.user);
  const App = useMemo(
    () => federated({ namespace: 'shell', component: () => <SyncedRouterProvider router={router} /> }),
    [router],
  );
  const host = user !== null && services.status === 'ready' ? services.host : shell.visitorHost;
  return <App host={host} params={noParams} />;
}

/**
 * React Router's provider misses a change between its render and its subscription when somebody else has subscribed,
 * and would show its fallback for ever (remix-run/react-router 15527): it is mounted again then.
 */
export function SyncedRouterProvider({ router }: { router: Router }) {
  const [mounts, setMounts] = useState(0);
  const rendered = router.state;
  useLayoutEffect(() => {
    if (router.state !== rendered) setMounts(mounts + 1);
  }, [router, mounts]);
  return <RouterProvider key={mounts} router={router} />;
}
