import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { WordsScreen } from '../dictionary/WordsScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-reader', component: WordsScreen, setUp });
