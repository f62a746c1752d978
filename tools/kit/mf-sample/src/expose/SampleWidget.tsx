import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { SampleWidget } from '../SampleWidget.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-sample', component: SampleWidget, setUp });
