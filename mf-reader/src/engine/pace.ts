/** Reading speed, learned from page turns. */
export interface Pace {
  wordsPerMinute: number;
  /** Pages it was learned from. */
  samples: number;
}

export const defaultPace: Pace = { wordsPerMinute: 250, samples: 0 };

/** Words per minute outside this range are skimming, or a book left open. */
const plausible = { least: 80, most: 900 } as const;
/** Pages with fewer words are not measured. */
const minWords = 40;

/** Parses a stored pace; the default when invalid. */
export function parsePace(stored: unknown): Pace {
  const { wordsPerMinute, samples } = (stored ?? {}) as Partial<Record<keyof Pace, unknown>>;
  const isPace =
    typeof wordsPerMinute === 'number' &&
    wordsPerMinute >= plausible.least &&
    wordsPerMinute <= plausible.most &&
    Number.isInteger(samples);
  return isPace ? { wordsPerMinute, samples: Math.max(0, Number(samples)) } : defaultPace;
}

/** Updates the pace after `words` were read in `seconds`. Early samples weigh more. */
export function observePace(pace: Pace, words: number, seconds: number): Pace {
  if (!(seconds > 0) || words < minWords) return pace;
  const rate = (words / seconds) * 60;
  if (rate < plausible.least || rate > plausible.most) return pace;
  const weight = Math.max(0.1, 1 / (pace.samples + 2));
  return {
    wordsPerMinute: pace.wordsPerMinute + (rate - pace.wordsPerMinute) * weight,
    samples: pace.samples + 1,
  };
}

/** Whole minutes for reading this many words, at least one unless there are none. */
export function minutesFor(words: number, pace: Pace): number {
  if (words <= 0) return 0;
  return Math.max(1, Math.round(words / pace.wordsPerMinute));
}

/** Words of the linear chapters after a spine index. */
export function wordsAfter(spine: readonly { words: number; linear: boolean }[], index: number): number {
  return spine.slice(index + 1).reduce((sum, { words, linear }) => sum + (linear ? words : 0), 0);
}
