import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { LibraryScreen } from '../library/LibraryScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: LibraryScreen, setUp });
