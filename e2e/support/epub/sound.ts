/** What is heard: the samples that an audio element plays, and the texts passed to the speech synthesis. */
import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import { pitches } from '../wave.ts';

/** The page's own record of its sounds. */
interface Ears {
  heard: HTMLMediaElement[];
  spoken: string[];
  listenTo(element: HTMLMediaElement): void;
  /** The last sound, as its samples are heard. */
  hear(): { second: number; file: string; loudness: number; peaks: number[] };
}

/**
 * Runs in the page. Records audio elements, also detached ones, listens to their samples, and records the texts passed
 * to the speech synthesis: a headless browser has no voices.
 */
export function rememberSound(): void {
  const { play } = HTMLMediaElement.prototype;
  const heard: HTMLMediaElement[] = [];
  const spoken: string[] = [];
  const analysers = new Map<HTMLMediaElement, AnalyserNode>();
  let context: AudioContext | undefined;
  const listenTo = (element: HTMLMediaElement) => {
    heard.push(element);
    if (analysers.has(element)) return;
    context ??= new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 16_384;
    analyser.smoothingTimeConstant = 0;
    context.createMediaElementSource(element).connect(analyser);
    analysers.set(element, analyser);
  };
  /** The loudest pitch in hertz above and below the middle. */
  const peaksOf = (analyser: AnalyserNode, rate: number) => {
    const strengths = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(strengths);
    return [
      [250, 2_800],
      [2_800, 4_000],
    ].map(([from = 0, to = 0]) => {
      let loudest = { strength: -100, pitch: 0 };
      for (const [bin, strength] of strengths.entries()) {
        const pitch = (bin * rate) / analyser.fftSize;
        if (pitch >= from && pitch < to && strength > loudest.strength) loudest = { strength, pitch };
      }
      return loudest.pitch;
    });
  };
  const hear = () => {
    const last = heard.at(-1);
    const analyser = last && analysers.get(last);
    if (!last || last.paused || !analyser || !context)
      return { second: -1, file: '', loudness: 0, peaks: [] };
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    return {
      second: last.currentTime,
      file: last.currentSrc.split('/').at(-1) ?? '',
      loudness: samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0),
      peaks: peaksOf(analyser, context.sampleRate),
    };
  };
  Object.assign(window, { heard, spoken, listenTo, hear } satisfies Ears);
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    // The reader's page hears the sounds of its chapters too.
    (window.parent as unknown as Ears).listenTo(this);
    return play.call(this);
  };
  window.speechSynthesis.speak = (utterance) => {
    spoken.push(utterance.text);
    utterance.dispatchEvent(new Event('start'));
  };
}

/** Records an element of a chapter that the browser's own controls will play. Runs in the chapter. */
export const recordSound = (element: HTMLMediaElement): void =>
  (window.parent as unknown as Ears).listenTo(element);

/** The current sound: its time in seconds, or -1 for none, its file, and what is heard of it. */
export const sound = (page: Page) => page.evaluate(() => (window as unknown as Ears).hear());

/** Waits until a part of a sound file is heard. */
export async function expectSound(
  page: Page,
  { from, to = Number.POSITIVE_INFINITY, file = /./ }: { from: number; to?: number; file?: RegExp },
): Promise<void> {
  await expect(async () => {
    const now = await sound(page);
    expect(now.file, 'The file that is played').toMatch(file);
    expect(now.second, 'The second that is played').toBeGreaterThanOrEqual(from);
    expect(now.second, 'The second that is played').toBeLessThan(to);
    expectHeard(now, from, to);
  }).toPass({ intervals: [50] });
}

function expectHeard({ loudness, peaks }: Awaited<ReturnType<typeof sound>>, from: number, to: number): void {
  expect(loudness, 'The loudness of what is heard').toBeGreaterThan(0.005);
  const [pitch = 0, marker = 0] = peaks;
  // Files that were missing are our tones: their pitch tells the second.
  if (Math.abs(marker - pitches.marker) > 6) return;
  const second = (pitch - pitches.first) / pitches.perSecond;
  expect(second, 'The second that is heard').toBeGreaterThan(from - 1.5);
  expect(second, 'The second that is heard').toBeLessThan(to + 1);
}

/** Seeks the current sound, instead of waiting. */
export const skipTo = (page: Page, second: number | 'end'): Promise<void> =>
  page.evaluate((to) => {
    const last = (window as unknown as Ears).heard.at(-1);
    if (last) last.currentTime = to === 'end' ? last.duration - 0.5 : to;
  }, second);

/** The second at which the last sound stopped. */
export const stoppedAt = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Ears).heard.at(-1)?.currentTime ?? 0);

/** The texts passed to the speech synthesis. */
export const spoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Ears).spoken);
