import { daysOfSession } from '@lectern/shared-contracts/domain/sessions/sessionStats.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useGamificationRead } from '../data/useGamification.ts';

/** Days with reading, as yyyy-mm-dd: those that the server knows, and those of sessions that this browser keeps. */
export function useDaysRead(): ReadonlySet<string> {
  const { session } = useHost();
  const history = useReadable(session.history);
  const calendar = useGamificationRead('GET /api/gamification/streak');
  const known = calendar?.days.filter(({ state }) => state === 'read') ?? [];
  const here = history.flatMap((one) => daysOfSession(one));
  return new Set([...known, ...here].map(({ day }) => day));
}
