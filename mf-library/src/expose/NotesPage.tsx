import { federated } from '@lectern/shared-contracts/host.ts';
import { NotesScreen } from '../notes/NotesScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated('mf-library', NotesScreen, setUp);
