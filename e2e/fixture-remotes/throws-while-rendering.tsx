import { federated } from '@lectern/shared-contracts/host.ts';

function Throws(): never {
  throw new Error('This fixture throws while it is rendered.');
}

export default federated('mf-throws', Throws);
