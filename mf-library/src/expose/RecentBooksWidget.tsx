import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { RecentBooks } from '../library/RecentBooks.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: RecentBooks, setUp });
