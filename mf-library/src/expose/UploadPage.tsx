import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { setUp } from '../setUp.ts';
import { UploadScreen } from '../uploads/UploadScreen.tsx';

export default federated({ namespace: 'mf-library', component: UploadScreen, setUp });
