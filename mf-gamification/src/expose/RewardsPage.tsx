import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { RewardsPage } from '../rewards/RewardsPage.tsx';
import { namespace, setUp } from '../setUp.ts';

export default federated({ namespace, component: RewardsPage, setUp });
