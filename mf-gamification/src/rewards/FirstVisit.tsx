import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect } from 'react';
import { useSettings } from '../client/useSettings.ts';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';

/** Also stored in this browser, for when the account cannot be loaded. */
export const introducedPreference = 'rewards_introduced';

/** Opens the introduction at the first visit, once per account. Later it is in the menu. */
export function FirstVisit() {
  const { preferences } = useHost();
  const { settings, status, change } = useSettings();
  const here = useReadable(preferences.watch(introducedPreference, false));
  const markIntroduced = here && status === 'ready' && !settings.introduced;
  useEffect(() => {
    if (markIntroduced) change({ introduced: true });
  }, [markIntroduced]);
  if (here || settings.introduced || status === 'loading') return null;
  return <OnboardingModal slot={{ open: true, close: () => preferences.set(introducedPreference, true) }} />;
}
