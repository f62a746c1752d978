import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import { useAppearance } from '../appearance/useAppearance.ts';
import { setUp } from '../setUp.ts';

/** How pages of text look in every book of this browser: the same form as in the reader, for a page of settings. */
function AppearanceWidget() {
  return <AppearanceForm kind="text" choices={useAppearance()} scale={1} />;
}

export default federated({ namespace: 'mf-reader', component: AppearanceWidget, setUp });
