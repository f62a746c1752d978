import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { MentorPage } from '../conversation/MentorPage.tsx';
import { namespace, setUp } from '../setUp.ts';

export default federated({ namespace, component: MentorPage, setUp });
