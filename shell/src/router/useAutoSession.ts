import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect } from 'react';
import { useShell } from '../host/shell.ts';
import { autoSessionPreference } from '../pages/autoSessionPreference.ts';

/**
 * If the reader has chosen it, starts a session when a book is opened and stops it when the book is left. A session
 * that was active before is not touched.
 */
export function useAutoSession(): void {
  const { navigation, preferences, session, data } = useHost();
  const { pathname } = useReadable(navigation.location);
  const isEnabled = useReadable(preferences.watch(autoSessionPreference, false));
  const bookId = useShell().routes.find(pathname)?.params.bookId;

  useEffect(() => {
    if (!isEnabled || bookId === undefined || session.active.get() !== null) return;
    const book = data.watch('GET /books/:id', { params: { id: bookId } });
    let started = false;
    const startOnce = () => {
      const loaded = book.get();
      if (started || loaded.status !== 'ready' || session.active.get() !== null) return;
      started = true;
      runInBackground(session.start(loaded.value));
    };
    const stopListening = book.subscribe(startOnce);
    startOnce();
    return () => {
      stopListening();
      // Also if the page of the book started it.
      if (session.active.get()?.book.id === bookId) runInBackground(session.stop());
    };
  }, [isEnabled, bookId, session, data]);
}
