import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { namespace, setUp } from '../client/setUp.ts';
import { RewardsPage } from '../rewards/RewardsPage.tsx';

export default federated({ namespace, component: RewardsPage, setUp });
