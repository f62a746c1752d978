import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { ImportMarksScreen } from '../imports/marks/ImportMarksScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: ImportMarksScreen, setUp });
