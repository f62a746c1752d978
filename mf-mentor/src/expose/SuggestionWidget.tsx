import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { namespace, setUp } from '../setUp.ts';
import { SuggestionWidget } from '../suggestion/SuggestionWidget.tsx';

export default federated({ namespace, component: SuggestionWidget, setUp });
