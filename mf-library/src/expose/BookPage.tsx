import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { BookScreen } from '../bookPage/BookScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: BookScreen, setUp });
