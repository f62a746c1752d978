import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';

/** Passes its Host to the test, which then acts like a remote. */
function GivesHost() {
  const host = useHost();
  (globalThis as { testHost?: Host }).testHost = host;
  return <h1>The Host is here</h1>;
}

export default federated({ namespace: 'mf-gives-host', component: GivesHost });
