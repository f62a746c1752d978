import type { SoundClip } from '../engine/renderer.ts';
import type { Speech, SpeechOptions } from './readAloud.ts';

/** Seconds between two clips that are played through without a jump. */
const joint = 0.25;
/** Milliseconds after which a sound is stopped, unless the next clip of the same file follows. */
const gap = 40;

/**
 * Plays the sound of the book where it has some, and lets a voice speak elsewhere. Clips that follow one another in a
 * file are played through.
 * @param rate 1 is normal; read for each clip
 */
export function soundOrVoice(voice: Speech, rate: () => number, audio = new Audio()): Speech {
  let ending: ReturnType<typeof setTimeout> | undefined;
  let stopping: ReturnType<typeof setTimeout> | undefined;
  /** Removes the listeners of the clip. */
  let leave = () => {};

  const play = ({ url, begin, end }: SoundClip, { onEnd, onFailure }: SpeechOptions) => {
    const controller = new AbortController();
    const { signal } = controller;
    leave = () => controller.abort();
    const watch = () => {
      clearTimeout(ending);
      if (end === null || audio.paused) return;
      const left = (end - audio.currentTime) / audio.playbackRate;
      if (left <= 0.005) onEnd();
      else ending = setTimeout(watch, Math.min(left, 1) * 1_000);
    };
    for (const event of ['playing', 'seeked', 'ratechange']) audio.addEventListener(event, watch, { signal });
    audio.addEventListener('ended', onEnd, { signal });
    audio.addEventListener('error', onFailure, { signal });
    if (audio.src !== url) audio.src = url;
    audio.defaultPlaybackRate = rate();
    audio.playbackRate = rate();
    const follows = !audio.paused && Math.abs(audio.currentTime - begin) < joint;
    if (!follows) audio.currentTime = begin;
    if (audio.paused)
      audio.play().catch((error: DOMException) => {
        // Paused before it began: nothing is wrong.
        if (error.name !== 'AbortError' && !signal.aborted) onFailure();
      });
    else watch();
  };

  return {
    speak(text, options) {
      clearTimeout(stopping);
      leave();
      clearTimeout(ending);
      const { clip } = options;
      if (clip) {
        // A file that cannot be played is spoken.
        const instead = () => {
          // The element and its promise both tell of it.
          leave();
          clearTimeout(ending);
          if (text === '') options.onEnd();
          else voice.speak(text, options);
        };
        play(clip, { ...options, onFailure: instead });
      } else {
        if (!audio.paused) audio.pause();
        voice.speak(text, options);
      }
    },
    cancel() {
      voice.cancel();
      leave();
      clearTimeout(ending);
      clearTimeout(stopping);
      if (!audio.paused) stopping = setTimeout(() => audio.pause(), gap);
    },
  };
}
