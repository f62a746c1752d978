import { isUnspaced } from '../search/foldText.ts';
import { dictionaryKey } from './dictionaryKey.ts';
import { mainLanguage } from './dictionaryLanguages.ts';
import type { DictionaryEntry, OpenPack } from './dictionaryPack.ts';
import { type LookUpRequest, lookUpPlan } from './lookUpPlan.ts';

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
 * Looks words up in every dictionary, in order; entries for the whole selection come first. Empty when nothing was
 * found.
 */
export async function lookUp(packs: readonly NamedPack[], request: LookUpRequest): Promise<FoundEntry[]> {
  const found: FoundEntry[] = [];
  /** Characters, in a text without spaces, that a longer match has covered. */
  let covered = 0;
  for (const [at, step] of lookUpPlan(request).entries()) {
    if (at < covered) continue;
    let matched = '';
    for (const { id, pack } of packs) {
      let hits = 0;
      for (const [n, key] of step.keys.entries()) {
        // A word with its own entry may also be an inflected form: 'found', 'running'.
        if (hits > 0 && (key.length < minOtherBaseLength || step.words.includes(' '))) continue;
        const entries = await entriesOf(pack, key);
        if (entries.length === 0) continue;
        hits += 1;
        matched = key.length > matched.length ? key : matched;
        const dictionary = { id, name: pack.header.name };
        for (const entry of exactFirst(entries, step.words))
          found.push({ dictionary, words: step.words, entry });
        if (hits > 1 || n > 0 || isUnspaced(key)) break;
      }
    }
    if (matched !== '' && step.keys.length > 1 && isRun(step.words, matched))
      covered = at + [...matched].length;
  }
  return unique(found).slice(0, maxEntries);
}

/** In a text without spaces, only the start was matched. */
const isRun = (words: string, matched: string) => !words.includes(' ') && isUnspaced(matched);

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

/** Prefers entries with the same case: 'March' before 'march'. */
function exactFirst(entries: readonly DictionaryEntry[], words: string): DictionaryEntry[] {
  return entries.toSorted((a, b) => Number(b.word === words) - Number(a.word === words));
}

function unique(entries: readonly FoundEntry[]): FoundEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ dictionary, entry }) => {
    const name = `${dictionary.id}\n${entry.word}\n${entry.text ?? JSON.stringify(entry.senses)}`;
    return seen.size < seen.add(name).size;
  });
}
