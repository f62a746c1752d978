/** @jest-environment node */

import type { Speech, SpeechOptions } from './readAloud.ts';
import { soundOrVoice } from './soundOrVoice.ts';

/** A fake audio element: jsdom plays nothing. */
function fakeAudio() {
  const audio = Object.assign(new EventTarget(), {
    src: '',
    currentTime: 0,
    paused: true,
    playbackRate: 1,
    defaultPlaybackRate: 1,
    error: null as DOMException | null,
    async play() {
      // A missing file is reported twice.
      if (audio.error?.name === 'NotSupportedError') audio.dispatchEvent(new Event('error'));
      if (audio.error) throw audio.error;
      audio.paused = false;
      audio.dispatchEvent(new Event('playing'));
    },
    pause() {
      audio.paused = true;
    },
  });
  return audio;
}

function setUp() {
  const audio = fakeAudio();
  const told: string[] = [];
  const voice: Speech = {
    speak: (text) => told.push(`voice: ${text}`),
    cancel: () => {},
  };
  const speech = soundOrVoice(voice, () => 1.5, audio as unknown as HTMLAudioElement);
  const options: SpeechOptions = {
    language: 'en',
    onEnd: () => told.push('end'),
    onFailure: () => told.push('failure'),
  };
  const clip = (begin: number, end: number | null) => ({ url: 'a.mp3', begin, end });
  return { audio, told, speech, options, clip };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('[E-10] a clip is played from its beginning, at the speed that is chosen, and ends where it ends', () => {
  const { audio, told, speech, options, clip } = setUp();
  speech.speak('One.', { ...options, clip: clip(2, 3) });
  expect(audio).toMatchObject({ src: 'a.mp3', currentTime: 2, playbackRate: 1.5, paused: false });
  audio.currentTime = 3;
  jest.advanceTimersByTime(700);
  expect(told).toEqual(['end']);
});

test('[E-10] the next clip of the same file is played through without a jump', () => {
  const { audio, speech, options, clip } = setUp();
  speech.speak('One.', { ...options, clip: clip(2, 3) });
  audio.currentTime = 3.02;
  speech.cancel();
  speech.speak('Two.', { ...options, clip: clip(3, 4) });
  jest.advanceTimersByTime(100);
  expect(audio).toMatchObject({ currentTime: 3.02, paused: false });
});

test.each([
  ['is missing', new DOMException('', 'NotSupportedError')],
  ['may not be played', new DOMException('', 'NotAllowedError')],
])('[E-10] sound that %s is spoken by a voice, once', async (_, error) => {
  const { audio, told, speech, options, clip } = setUp();
  audio.error = error;
  speech.speak('One.', { ...options, clip: clip(0, null) });
  await jest.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['voice: One.']);
});

test('[E-10] sound that breaks off is spoken by a voice; without words the next one follows', () => {
  const { audio, told, speech, options, clip } = setUp();
  speech.speak('One.', { ...options, clip: clip(0, null) });
  audio.dispatchEvent(new Event('error'));
  speech.cancel();
  speech.speak('', { ...options, clip: clip(0, null) });
  audio.dispatchEvent(new Event('error'));
  expect(told).toEqual(['voice: One.', 'end']);
});
