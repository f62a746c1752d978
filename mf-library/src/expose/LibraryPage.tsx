import { federated } from '@lectern/shared-contracts/host.ts';
import { LibraryScreen } from '../library/LibraryScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated('mf-library', LibraryScreen, setUp);
