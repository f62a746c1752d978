import { appVersion } from '@lectern/client/auth/appHeaders.ts';
import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect } from 'react';

const seenVersionPreference = 'about.seen_version';

function useSeenVersion(): string | null {
  const { preferences } = useHost();
  const seen = useReadable(preferences.watch<unknown>(seenVersionPreference, null));
  return typeof seen === 'string' ? seen : null;
}

/** Whether Lectern was updated since the reader last looked at About; false for who never has. */
export function useWasUpdated(): boolean {
  const seen = useSeenVersion();
  return seen !== null && seen !== appVersion;
}

/** The reader looks at the version of today. */
export function useNoteVersion(): void {
  const { preferences } = useHost();
  const seen = useSeenVersion();
  useEffect(() => {
    if (seen !== appVersion) preferences.set(seenVersionPreference, appVersion);
  }, [preferences, seen]);
}
