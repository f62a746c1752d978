import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { namespace, setUp } from '../client/setUp.ts';
import { StandingWidget } from '../standing/StandingWidget.tsx';

export default federated({ namespace, component: StandingWidget, setUp });
