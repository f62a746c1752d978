import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { BookScreen } from '../books/page/BookScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: BookScreen, setUp });
