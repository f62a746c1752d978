import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { namespace, setUp } from '../client/setUp.ts';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';

export default federated({ namespace, component: OnboardingModal, setUp });
