import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { LibraryScreen } from '../library/LibraryScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated('mf-library', LibraryScreen, setUp);
