import { dictionaryKey } from './dictionaryKey.ts';
import { mainLanguage } from './dictionaryLanguages.ts';
import type { DictionaryEntry, OpenPack } from './dictionaryPack.ts';
import { DictionaryProblem } from './dictionaryProblem.ts';
import { lemmaKeys } from './lemmas.ts';
import { fallbackPlan, type LookUpRequest, type LookUpStep, lookUpPlan, onlyWordOf } from './lookUpPlan.ts';

/** Entries of one dictionary for the looked-up text, or a part of it. */
export interface FoundEntry {
  dictionary: { id: string; name: string };
  /** The matched words of the text. */
  words: string;
  entry: DictionaryEntry;
}

export interface NamedPack {
  id: string;
  pack: OpenPack;
}

const maxEntries = 40;
const maxRedirects = 3;
/** Minimum length of a base form that is shown in addition to the word itself. */
const minOtherBaseLength = 3;

/** Dictionaries for a text, in order: those of its language, and those of unknown language. */
export function dictionariesFor<T extends { from: string | null }>(
  all: readonly T[],
  language: string | null,
): T[] {
  const code = mainLanguage(language);
  return code === null ? [...all] : all.filter(({ from }) => from === null || mainLanguage(from) === code);
}

/**
 * Looks words up in every dictionary, in order; entries for the whole selection come first. A word that no dictionary
 * has is looked up in its parts. Empty when nothing was found.
 */
export async function lookUp(all: readonly NamedPack[], request: LookUpRequest): Promise<FoundEntry[]> {
  const packs = all.map(({ id, pack }) => ({ id, pack: readable(pack) }));
  let found = await runSteps(packs, lookUpPlan(request));
  for (const steps of fallbackPlan(request)) if (found.length === 0) found = await runSteps(packs, steps);
  const word = found.length === 0 ? onlyWordOf(request.text) : null;
  if (word !== null) {
    const parts = await compoundParts(word, request.language, async (key) => {
      for (const { pack } of packs) if ((await pack.find(key)).length > 0) return true;
      return false;
    });
    found = await runSteps(packs, parts);
  }
  return unique(found).slice(0, maxEntries);
}

/** A damaged dictionary has no entries, so that the others are searched all the same. */
const readable = (pack: OpenPack): OpenPack => ({
  header: pack.header,
  find: (key) =>
    pack.find(key).catch((error: unknown) => {
      if (error instanceof DictionaryProblem) return [];
      throw error;
    }),
});

async function runSteps(packs: readonly NamedPack[], steps: readonly LookUpStep[]): Promise<FoundEntry[]> {
  const found: FoundEntry[] = [];
  /** Characters, in a text without spaces, that a longer match has covered. */
  let covered = 0;
  for (const [at, step] of steps.entries()) {
    if (at < covered) continue;
    for (const { id, pack } of packs) {
      let hits = 0;
      for (const [n, key] of step.keys.entries()) {
        // A word with its own entry may also be an inflected form: 'found', 'running'.
        if (hits > 0 && (key.length < minOtherBaseLength || step.words.includes(' '))) continue;
        const entries = await entriesOf(pack, key);
        if (entries.length === 0) continue;
        hits += 1;
        const dictionary = { id, name: pack.header.name };
        const length = step.covers?.[n];
        const words = length === undefined ? step.words : [...step.words].slice(0, length).join('');
        for (const entry of closestFirst(entries, step.words)) found.push({ dictionary, words, entry });
        if (length !== undefined) covered = Math.max(covered, at + length);
        if (hits > 1 || n > 0 || step.covers) break;
      }
    }
  }
  return found;
}

/** The entries of a key. References are followed once for each headword: a dictionary may have circles of them. */
async function entriesOf(pack: OpenPack, key: string): Promise<DictionaryEntry[]> {
  const read = new Set([key]);
  let entries = await pack.find(key);
  for (let n = 0; n < maxRedirects && entries.some(({ see }) => see !== undefined); n += 1) {
    const followed: DictionaryEntry[] = [];
    for (const entry of entries) {
      const next = entry.see === undefined ? null : dictionaryKey(entry.see);
      if (next === null) followed.push(entry);
      else if (!read.has(next)) followed.push(...(await pack.find(next)));
      if (next !== null) read.add(next);
    }
    entries = followed;
  }
  return entries.filter(({ see }) => see === undefined);
}

/** Prefers entries as written in the text: 'March' before 'march', 'schön' before 'schon' for 'schönsten'. */
function closestFirst(entries: readonly DictionaryEntry[], words: string): DictionaryEntry[] {
  const rank = ({ word }: DictionaryEntry) =>
    word === words ? Number.POSITIVE_INFINITY : commonStart(word.toLowerCase(), words.toLowerCase());
  return entries.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

/** Number of characters with which both begin. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function unique(entries: readonly FoundEntry[]): FoundEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ dictionary, entry }) => {
    const name = `${dictionary.id}\n${entry.word}\n${entry.text ?? JSON.stringify(entry.senses)}`;
    return seen.size < seen.add(name).size;
  });
}

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
async function compoundParts(
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
