import type { Readings } from './narration.ts';
import type { NarrationOptions, Narrator } from './renderer.ts';

/** Loads the code that reads aloud when it is needed. */
export async function loadNarrator(readings: Readings, options?: NarrationOptions): Promise<Narrator> {
  const { SentenceNarrator } = await import('./narration.ts');
  return new SentenceNarrator(readings, options);
}
