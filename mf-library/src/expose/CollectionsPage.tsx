import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { CollectionsScreen } from '../collections/CollectionsScreen.tsx';
import { setUp } from '../setUp.ts';

export default federated('mf-library', CollectionsScreen, setUp);
