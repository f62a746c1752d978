import { useHost } from '@lectern/shared-contracts/host.ts';
import { useState } from 'react';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';

/** Kept for the reader in this browser. */
export const introduced = 'rewards_introduced';

/** The introduction, once: at the first visit. After that it is in the menu. */
export function FirstVisit() {
  const { preferences } = useHost();
  const [open, setOpen] = useState(() => preferences.watch(introduced, false).get() !== true);
  const close = () => {
    preferences.set(introduced, true);
    setOpen(false);
  };
  return open ? <OnboardingModal params={{}} slot={{ open, close }} /> : null;
}
