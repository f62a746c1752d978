import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { GlobalStyle } from '@lectern/shared-ui/GlobalStyle.tsx';
import { useLayoutEffect } from 'react';
import { CrashBoundary } from '../federation/CrashBoundary.tsx';
import { type Shell, ShellContext } from '../host/shell.ts';
import { App } from '../routes/App.tsx';
import { RootCrash } from './RootCrash.tsx';

/** The shell's own pages use the Host as a remote does: `useHost`, `useTranslate`, `useData`. */
const HostedApp = federated({ namespace: 'shell', component: App });
const noParams = {};
const reportCrash = (error: unknown) => console.error('The shell crashed.', error);

export interface RootProps {
  shell: Shell;
  /** Called before the browser paints it for the first time. */
  onShown?: () => void;
}

/** Providers in their order: style, the boundary of last resort, the shell, the Host. */
export function Root({ shell, onShown }: RootProps) {
  useLayoutEffect(() => onShown?.(), [onShown]);
  return (
    <>
      <GlobalStyle />
      <CrashBoundary onCrash={reportCrash} fallback={<RootCrash />}>
        <ShellContext value={shell}>
          <Hosted shell={shell} />
        </ShellContext>
      </CrashBoundary>
    </>
  );
}

/** A reader's Host from the moment there is a reader; a visitor's until then. */
function Hosted({ shell }: { shell: Shell }) {
  const reader = useReadable(shell.reader);
  const user = useReadable(shell.auth.user);
  const host = user !== null && reader.status === 'ready' ? reader.host : shell.visitorHost;
  return <HostedApp host={host} params={noParams} />;
}
