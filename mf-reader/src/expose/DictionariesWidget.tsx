import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { DictionarySettings } from '../dictionary/DictionarySettings.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-reader', component: DictionarySettings, setUp });
