import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { NotesScreen } from '../notes/NotesView.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: NotesScreen, setUp });
