import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { BookScreen } from '../book/BookScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated('mf-library', BookScreen, setUp);
