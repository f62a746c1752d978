import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect } from 'react';
import { useSettings } from '../client/useSettings.ts';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';

/**
 * Kept for the reader in this browser too: for a time when the account cannot be asked, and from before it was asked.
 */
export const introduced = 'rewards_introduced';

/** The introduction, once for a reader, on whichever device: at the first visit. After that it is in the menu. */
export function FirstVisit() {
  const { preferences } = useHost();
  const { settings, status, change } = useSettings();
  const here = useReadable(preferences.watch(introduced, false));
  const tellAccount = here && status === 'ready' && !settings.introduced;
  useEffect(() => {
    if (tellAccount) change({ introduced: true });
  }, [tellAccount]);
  if (here || settings.introduced || status === 'loading') return null;
  return (
    <OnboardingModal params={{}} slot={{ open: true, close: () => preferences.set(introduced, true) }} />
  );
}
