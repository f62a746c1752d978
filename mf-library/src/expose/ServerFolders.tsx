import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { FoldersSection } from '../imports/folders/FoldersSection.tsx';
import { setUp } from '../setUp.ts';

export default federated({ namespace: 'mf-library', component: FoldersSection, setUp });
