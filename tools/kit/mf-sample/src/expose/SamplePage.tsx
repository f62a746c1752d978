import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { SamplePage } from '../SamplePage.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-sample', component: SamplePage, setUp });
