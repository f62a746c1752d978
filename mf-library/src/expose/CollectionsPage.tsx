import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { CollectionsScreen } from '../collections/page/CollectionsView.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: CollectionsScreen, setUp });
