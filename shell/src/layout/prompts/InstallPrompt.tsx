import type { InstallOffer } from '@lectern/client/pwa/installPrompt.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useLayoutEffect, useState } from 'react';

/**
 * Shown while installing is possible, until the reader decides. It appears with a navigation, not while a page is
 * shown, so that the page does not shift.
 */
export function InstallPrompt({ offer }: { offer: InstallOffer }) {
  const t = useTranslate();
  const { pathname } = useReadable(useHost().navigation.location);
  const offered = useReadable(offer.offered);
  const [inTime, setInTime] = useState(false);
  // Read when a page is shown: a later offer waits for the next page.
  useLayoutEffect(() => setInTime(offer.offered.get()), [offer, pathname]);
  if (!offered || !inTime) return null;
  return (
    <Banner
      flush
      tone="info"
      message={t('Install Lectern')}
      detail={t('Your library in a window of its own, and without a network.')}
      action={
        <Stack direction="inline" gap={2}>
          <Button size="small" onClick={() => runInBackground(offer.install())}>
            {t('Install')}
          </Button>
          <Button size="small" variant="quiet" onClick={offer.dismiss}>
            {t('Not now')}
          </Button>
        </Stack>
      }
    />
  );
}
