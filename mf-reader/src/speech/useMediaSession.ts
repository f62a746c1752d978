import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useEffect } from 'react';
import type { Listening } from './useReadAloud.ts';

/** Handles media keys of keyboards, headsets and lock screens while reading aloud. */
export function useMediaSession({ aloud, state: { status } }: Listening, book: Book | null): void {
  const on = status !== 'off';
  const { title, author } = book ?? { title: '', author: '' };
  useEffect(() => {
    const { mediaSession } = navigator;
    if (!on || !mediaSession) return;
    const handlers: Partial<Record<MediaSessionAction, () => void>> = {
      play: () => aloud.resume(),
      pause: () => aloud.pause(),
      stop: () => aloud.stop(),
      nexttrack: () => runInBackground(aloud.next()),
      previoustrack: () => runInBackground(aloud.previous()),
    };
    const actions = Object.entries(handlers) as [MediaSessionAction, () => void][];
    mediaSession.metadata = new MediaMetadata({ title, artist: author });
    for (const [action, handler] of actions) mediaSession.setActionHandler(action, handler);
    return () => {
      mediaSession.metadata = null;
      for (const [action] of actions) mediaSession.setActionHandler(action, null);
    };
  }, [aloud, on, title, author]);
  useEffect(() => {
    if (navigator.mediaSession)
      navigator.mediaSession.playbackState =
        status === 'reading' ? 'playing' : status === 'paused' ? 'paused' : 'none';
  }, [status]);
}
