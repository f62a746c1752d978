import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import { useAppearance } from '../appearance/useAppearance.ts';
import { setUp } from '../setUp.ts';

/** The reader's text settings, for the settings page. */
function AppearanceWidget() {
  return <AppearanceForm kind="text" choices={useAppearance(null)} scale={1} page={1} />;
}

export default federated({ namespace: 'mf-reader', component: AppearanceWidget, setUp });
