import { federated } from '@lectern/shared-contracts/host.ts';
import { BookScreen } from '../book/BookScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated('mf-library', BookScreen, setUp);
