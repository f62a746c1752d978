import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { namespace, setUp } from '../setUp.ts';
import { SummaryWidget } from '../summary/SummaryWidget.tsx';

export default federated({ namespace, component: SummaryWidget, setUp });
