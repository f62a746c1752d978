import { federated } from '@lectern/shared-contracts/react/federated.ts';

/** Would work, but its module throws. */
function Exported() {
  return <h1>The module of this fixture has thrown</h1>;
}

export default federated({ namespace: 'mf-throws-after-export', component: Exported });

throw new Error('This fixture throws after its component was exported.');
