import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { SearchOverlay } from '../overlay/SearchOverlay.tsx';
import { namespace, setUp } from '../setUp.ts';

export default federated({ namespace, component: SearchOverlay, setUp });
