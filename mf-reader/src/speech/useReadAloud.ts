import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Place, Renderer } from '../engine/renderer.ts';
import { browserSpeech, type VoiceChoice } from './browserSpeech.ts';
import { ReadAloud, type Speech } from './readAloud.ts';
import { soundOrVoice } from './soundOrVoice.ts';

const name = 'reader.voice';
/** Used when the browser has no voices. */
const silent: Speech = {
  speak: (_, { onFailure }) => onFailure(),
  cancel() {},
};
const defaultChoice: VoiceChoice = { rate: 1, voices: {}, skipNotes: false, skipPictures: false };

export type Listening = ReturnType<typeof useReadAloud>;

/** Whether a book has its own audio. */
export const isRecorded = ({ spine }: Manifest): boolean =>
  spine.some(({ overlay }) => overlay !== undefined);

/**
 * Reading aloud for an open book; stops when the book is closed.
 * @param language of the book
 */
export function useReadAloud(
  renderer: Renderer,
  manifest: Manifest,
  language: string | null,
  place: Place | null,
) {
  const { preferences, notify } = useHost();
  const t = useTranslate();
  const choice = soundChoice(useReadable(preferences.watch<unknown>(name, defaultChoice)));
  const latest = useRef(choice);
  latest.current = choice;
  const failed = useRef(() => {});
  failed.current = () =>
    notify.show({
      tone: 'warning',
      message: t('This browser has no voice for the language of the book. Your system settings can add one.'),
      duration: 8_000,
    });
  const speaks = 'speechSynthesis' in window;
  const possible = speaks || isRecorded(manifest);
  const aloud = useMemo(
    () =>
      new ReadAloud(
        soundOrVoice(
          speaks ? browserSpeech(() => latest.current, language) : silent,
          () => latest.current.rate,
        ),
        () =>
          renderer.narrate({
            skips: () => latest.current.skipNotes,
            describes: () => !latest.current.skipPictures,
          }),
        () => failed.current(),
      ),
    [renderer, language, speaks],
  );
  useEffect(() => () => aloud.stop(), [aloud]);
  useEffect(() => aloud.moved(), [aloud, place?.page, place?.target]);
  return {
    /** False without speech support. */
    possible,
    aloud,
    state: useStore(aloud.state),
    choice,
    choose(changes: Partial<VoiceChoice>) {
      latest.current = { ...choice, ...changes };
      preferences.set(name, latest.current);
      // Skipping takes effect at the next sentence.
      if (changes.rate !== undefined || changes.voices) aloud.again();
    },
  };
}

/** Stored values may be outdated. */
function soundChoice(stored: unknown): VoiceChoice {
  const { rate, voices, skipNotes, skipPictures } = (stored ?? {}) as Partial<VoiceChoice>;
  return {
    rate: typeof rate === 'number' && rate >= 0.5 && rate <= 3 ? rate : defaultChoice.rate,
    voices: typeof voices === 'object' && voices !== null ? voices : defaultChoice.voices,
    skipNotes: skipNotes === true,
    skipPictures: skipPictures === true,
  };
}

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
