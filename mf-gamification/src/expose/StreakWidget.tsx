import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { namespace, setUp } from '../setUp.ts';
import { StreakWidget } from '../streak/StreakWidget.tsx';

export default federated({ namespace, component: StreakWidget, setUp });
