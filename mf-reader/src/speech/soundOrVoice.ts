import type { SoundClip } from '../engine/renderer.ts';
import type { Speech, SpeechOptions } from './readAloud.ts';

/** Seconds between two clips that are played without seeking. */
const joint = 0.25;
/** Milliseconds after which playback is stopped, unless the next clip of the same file follows. */
const gap = 40;

/**
 * Plays the book's audio where available, else uses a voice. Consecutive clips of a file play without interruption.
 * @param rate 1 is normal; read for each clip
 */
export function soundOrVoice(voice: Speech, rate: () => number, audio = new Audio()): Speech {
  let ending: ReturnType<typeof setTimeout> | undefined;
  let stopping: ReturnType<typeof setTimeout> | undefined;
  /** Removes the listeners of the current clip. */
  let leave = () => {};

  const play = ({ url, begin, end }: SoundClip, { onEnd, onFailure }: SpeechOptions) => {
    const controller = new AbortController();
    const { signal } = controller;
    leave = () => controller.abort();
    const watch = () => {
      clearTimeout(ending);
      if (end === null || audio.paused) return;
      const remaining = (end - audio.currentTime) / audio.playbackRate;
      if (remaining <= 0.005) onEnd();
      else ending = setTimeout(watch, Math.min(remaining, 1) * 1_000);
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
        // Paused before it started, which is not an error.
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
        // Falls back to a voice when a file cannot be played.
        const instead = () => {
          // Both the element and its promise report the error.
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
