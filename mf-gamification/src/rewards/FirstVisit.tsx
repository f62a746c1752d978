import { useEffect, useState } from 'react';
import { useSettings } from '../client/useSettings.ts';
import { OnboardingModal } from '../onboarding/OnboardingModal.tsx';

/** Opens the introduction at the first visit, once per account. Later it is in the menu. */
export function FirstVisit() {
  const { settings, status, change } = useSettings();
  const [open, setOpen] = useState(false);
  const isFirst = status === 'ready' && !settings.introduced;
  useEffect(() => {
    if (!isFirst) return;
    setOpen(true);
    // When it opens, not when it is closed: a reader who leaves the page has seen it.
    change({ introduced: true });
  }, [isFirst]);
  return <OnboardingModal slot={{ open, close: () => setOpen(false) }} />;
}
