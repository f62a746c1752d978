import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';
import { namespace, setUp } from '../setUp.ts';

export default federated({ namespace, component: OnboardingModal, setUp });
