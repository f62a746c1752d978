import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useEffect, useState } from 'react';
import { savesData } from '../boot/savesData.ts';
import { RemoteSlot } from '../federation/RemoteSlot.tsx';
import { useShell } from '../host/shell.ts';
import { atRest } from '../routes/atRest.ts';
import { findRoute } from '../routes/findRoute.ts';

/**
 * Level, points and streak in the header, by their remote: after the page, where there is room, for whom it is not too
 * much. When it does not come, nobody misses it.
 */
export function ReadersStanding() {
  const host = useHost();
  const { remotes } = useShell();
  const narrow = useMediaQuery(media.narrow);
  const { pathname } = useReadable(host.navigation.location);
  const [due, setDue] = useState(false);
  useEffect(() => {
    const found = findRoute(pathname);
    if (due || !found || savesData()) return;
    let left = false;
    runInBackground(
      atRest(found, remotes, host.data).then(() => {
        if (!left) setDue(true);
      }),
    );
    return () => {
      left = true;
    };
  }, [due, pathname, remotes, host]);
  return due && !narrow ? <Wanted /> : null;
}

/** Its code is not fetched for a reader who has turned it off. */
function Wanted() {
  const { remotes } = useShell();
  const settings = useData('GET /api/gamification/settings', {});
  if (settings.status !== 'ready') return null;
  const { header, points, streak } = settings.value;
  if (header === false || !(points || streak)) return null;
  return (
    <RemoteSlot
      remotes={remotes}
      remote="mf-gamification"
      expose="StandingWidget"
      name={text('Your streak')}
      loading={null}
      quiet
    />
  );
}
