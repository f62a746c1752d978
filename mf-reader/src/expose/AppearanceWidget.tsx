import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { AppearanceForm } from '../appearance/AppearanceForm.tsx';
import { TextSample } from '../appearance/TextSample.tsx';
import { useAppearance } from '../appearance/useAppearance.ts';
import { setUp } from '../setUp.ts';

/** The reader's text settings, for the settings page. */
function AppearanceWidget() {
  const choices = useAppearance(null);
  return (
    <>
      <TextSample appearance={choices.appearance} />
      <AppearanceForm kind="text" choices={choices} scale={1} page={1} />
    </>
  );
}

export default federated({ namespace: 'mf-reader', component: AppearanceWidget, setUp });
