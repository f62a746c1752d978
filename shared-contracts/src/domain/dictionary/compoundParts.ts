import { dictionaryKey } from './dictionaryKey.ts';
import { mainLanguage } from './dictionaryLanguages.ts';
import { lemmaKeys } from './lemmas.ts';
import type { LookUpStep } from './lookUpPlan.ts';

/** Languages that write compounds as one word. */
const compounding = new Set(['de', 'nl', 'da', 'sv', 'no', 'nb', 'nn']);
const minLength = 8;
const maxLength = 60;
const minPartLength = 3;
const maxParts = 4;
/** Letters between the parts of a compound. */
const links = ['', 's', 'es', 'n', 'en', 'er', 'e'];

/**
 * The parts of a compound, each as a lookup step, with the longest possible beginning. Empty for other words.
 * @param has whether a dictionary has a key
 */
export async function compoundParts(
  word: string,
  language: string | null,
  has: (key: string) => Promise<boolean>,
): Promise<LookUpStep[]> {
  const whole = dictionaryKey(word);
  if (!compounding.has(mainLanguage(language) ?? '')) return [];
  if (whole.length < minLength || whole.length > maxLength) return [];
  const firstOf = async (keys: readonly string[]): Promise<string | null> => {
    for (const key of keys) if (key.length >= minPartLength && (await has(key))) return key;
    return null;
  };
  const split = async (rest: string, most: number): Promise<LookUpStep[] | null> => {
    for (let end = rest.length - minPartLength; end >= minPartLength; end -= 1) {
      const [begin, tail] = [rest.slice(0, end), rest.slice(end)];
      const linked = links.flatMap((link) =>
        begin.endsWith(link) ? [begin.slice(0, end - link.length)] : [],
      );
      const first = await firstOf(linked);
      if (first === null) continue;
      const keys = lemmaKeys(tail, language).filter((key) => key.length >= minPartLength);
      const others =
        (await firstOf(keys)) !== null
          ? [{ words: tail, keys }]
          : most > 2
            ? await split(tail, most - 1)
            : null;
      if (others !== null) return [{ words: begin, keys: [first] }, ...others];
    }
    return null;
  };
  return (await split(whole, maxParts)) ?? [];
}
