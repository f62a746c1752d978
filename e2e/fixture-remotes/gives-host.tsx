import { federated, type Host, useHost } from '@lectern/shared-contracts/host.ts';

/** Hands the Host that it was given to the test, which then does what any remote may do. */
function GivesHost() {
  const host = useHost();
  (globalThis as { testHost?: Host }).testHost = host;
  return <h1>The Host is here</h1>;
}

export default federated('mf-gives-host', GivesHost);
