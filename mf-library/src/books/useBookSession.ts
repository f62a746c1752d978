import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';

/** State of the reading session for a book. */
export function useBookSession(bookId: string): 'none' | 'running' | 'paused' {
  const active = useReadable(useHost().session.active);
  if (active?.book.id !== bookId) return 'none';
  return active.isPaused ? 'paused' : 'running';
}
