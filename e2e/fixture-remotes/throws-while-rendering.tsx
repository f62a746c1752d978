import { federated } from '@lectern/shared-contracts/react/federated.ts';

function Throws(): never {
  throw new Error('This fixture throws while it is rendered.');
}

export default federated({ namespace: 'mf-throws', component: Throws });
