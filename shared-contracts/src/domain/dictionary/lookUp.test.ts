/** @jest-environment node */
import { openPack, type PackSource, writePack } from './dictionaryPack.ts';
import { lemmaKeys } from './lemmas.ts';
import { dictionariesFor, lookUp } from './lookUp.ts';
import type { LookUpRequest } from './lookUpPlan.ts';

async function packOf(id: string, entries: Record<string, string>) {
  const sources = Object.entries(entries).map(
    ([word, text]): PackSource => ({
      word,
      content: () => (text.startsWith('→ ') ? { see: text.slice(2) } : { text }),
    }),
  );
  return {
    id,
    pack: await openPack(await writePack({ name: id, from: null, to: null, license: null }, sources)),
  };
}

const found = async (entries: Record<string, string>, request: Partial<LookUpRequest>) =>
  (await lookUp([await packOf('d', entries)], { text: '', language: 'en', ...request })).map(
    ({ entry }) => entry.word,
  );

test.each([
  ['en', 'running', 'run'],
  ['en', 'ran', 'run'],
  ['en', 'children', 'child'],
  ['en', 'stories', 'story'],
  ['en', 'hoped', 'hope'],
  ['en', 'hopped', 'hop'],
  ['en', 'wolves', 'wolf'],
  ['en', 'happiest', 'happy'],
  ['en', 'whale’s', 'whale'],
  ['en', 'women’s', 'woman'],
  ['en', 'passers-by', 'passer-by'],
  ['en', 'quizzes', 'quiz'],
  ['de', 'Häuser', 'haus'],
  ['de', 'gemacht', 'machen'],
  ['de', 'arbeitete', 'arbeiten'],
  ['de', 'schönen', 'schon'],
  ['fr', 'parlaient', 'parler'],
  ['fr', 'l’homme', 'homme'],
  ['fr', 'chevaux', 'cheval'],
  ['es', 'hablando', 'hablar'],
  ['es', 'luces', 'luz'],
  ['pt-BR', 'corações', 'coracao'],
  ['pt', 'falando', 'falar'],
  ['ar', 'الكتاب', 'كتاب'],
  ['ja', '食べました', '食べる'],
  ['ja', '飲んだ', '飲む'],
  ['ja', '行きます', '行く'],
  ['ja', '書かれた', '書く'],
  ['ja', '走っています', '走る'],
  ['ja', '美しくなかった', '美しい'],
  ['ja', '書ける', '書く'],
  ['de', 'ging', 'gehen'],
  ['de', 'anzufangen', 'anfangen'],
  ['de', 'aufgemacht', 'aufmachen'],
  ['fr', 'avait', 'avoir'],
  ['fr', 'yeux', 'oeil'],
  ['fr', 'jusqu’à', 'a'],
  ['es', 'decirle', 'decir'],
  ['es', 'hablándoselo', 'hablar'],
  ['es', 'comió', 'comer'],
  ['es', 'tuvo', 'tener'],
  ['es', 'rápidamente', 'rapido'],
  ['pt', 'foi', 'ser'],
  ['pt', 'dizer-lhe', 'dizer'],
  ['ar', 'وبالكتاب', 'كتاب'],
  ['ar', 'للمدرسة', 'مدرسه'],
  ['ar', 'والمدرسة', 'المدرسه'],
  ['ar', 'سيكتب', 'يكتب'],
  [null, 'الكتاب', 'كتاب'],
  [null, '食べました', '食べる'],
])('%s: %s may stand under %s', (language, word, base) => {
  expect(lemmaKeys(word, language)).toContain(base);
});

test('the word itself, then its base form; other forms lead to their headword', async () => {
  expect(await found({ found: 'to establish', find: 'to come upon' }, { text: 'found' })).toEqual([
    'found',
    'find',
  ]);
  expect(await found({ colour: 'a hue', color: '→ colour' }, { text: 'colors' })).toEqual(['colour']);
  expect(await found({ th: 'thorium' }, { text: 'thing' })).toEqual(['th']);
  expect(await found({ thing: 'an object', th: 'thorium' }, { text: 'thing' })).toEqual(['thing']);
  expect(await found({ pul: 'a coin', pull: 'to draw' }, { text: 'pulled' })).toEqual(['pull']);
  expect(await found({ march: 'to walk', March: 'a month' }, { text: 'March' })).toEqual(['March', 'march']);
});

test('many references in a circle are followed once for each headword', async () => {
  const ends = Array.from({ length: 30 }, (_, n) => '!'.repeat(n + 1));
  const references = ends.flatMap((end) => [
    [`one${end}`, '→ two'] as const,
    [`two${end}`, '→ one'] as const,
  ]);
  const { id, pack } = await packOf('d', {
    one: 'a number',
    two: 'another',
    ...Object.fromEntries(references),
  });
  const find = jest.spyOn(pack, 'find');
  const words = (await lookUp([{ id, pack }], { text: 'one', language: null })).map(
    ({ entry }) => entry.word,
  );
  expect(words).toEqual(['one', 'two']);
  expect(find.mock.calls.length).toBeLessThan(10);
});

test('phrases: selected, around the selected word, in another form; not across the end of a clause', async () => {
  const entries = {
    'look up': 'to search',
    up: 'higher',
    look: 'to see',
    'kick the bucket': 'to die',
    bucket: 'a pail',
  };
  expect(await found(entries, { text: 'looked up' })).toEqual(['look up', 'look', 'up']);
  expect(await found(entries, { text: 'bucket', before: 'He kicked the ', after: ' at last.' })).toEqual([
    'bucket',
    'kick the bucket',
  ]);
  expect(await found(entries, { text: 'up', before: 'I look. ', after: '' })).toEqual(['up']);
});

test('soft hyphens and joiners are no letters, and hyphens may be typographic', async () => {
  const entries = { Kapitän: 'captain', pi: 'the number', 'well-known': 'famous' };
  expect(await found(entries, { text: 'Ka\u00adpi\u00adtän', language: 'de' })).toEqual(['Kapitän']);
  expect(await found(entries, { text: 'well‐known' })).toEqual(['well-known']);
  expect(await found({ 'C++': 'a language' }, { text: 'C++' })).toEqual(['C++']);
});

test('a hyphenated word without an entry is looked up without its hyphens, then in its parts', async () => {
  const entries = { précisément: 'precisely', dit: 'says', il: 'he', precis: 'a summary' };
  expect(await found(entries, { text: 'préci-sément', language: 'fr' })).toEqual(['précisément']);
  expect(await found(entries, { text: 'dit-il', language: 'fr' })).toEqual(['dit', 'il']);
});

test('a compound without an entry is looked up in its parts', async () => {
  const entries = { Kinderzimmer: 'nursery', Kind: 'child', Zimmer: 'room', Tür: 'door', Arbeit: 'work' };
  expect(await found(entries, { text: 'Kinderzimmertüren', language: 'de' })).toEqual([
    'Kinderzimmer',
    'Tür',
  ]);
  expect(await found(entries, { text: 'Arbeitszimmer', language: 'de' })).toEqual(['Arbeit', 'Zimmer']);
  expect(await found(entries, { text: 'Arbeitsxyzzy', language: 'de' })).toEqual([]);
  expect(await found({ under: 'below', takings: 'income' }, { text: 'undertakings' })).toEqual([]);
});

test('of words that differ in accents only, the one as in the text comes first', async () => {
  const entries = { schon: 'already', schön: 'beautiful' };
  expect(await found(entries, { text: 'schönsten', language: 'de' })).toEqual(['schön', 'schon']);
  expect(await found(entries, { text: 'schon', language: 'de' })).toEqual(['schon', 'schön']);
});

test('phrases within a selection, with the pronoun of the text, and abbreviations', async () => {
  const entries = {
    'look forward': 'to await',
    look: 'to see',
    'make up one’s mind': 'to decide',
    'U.S.': 'a country',
  };
  expect(await found(entries, { text: 'looked forward to it' })).toEqual(['look forward', 'look']);
  expect(await found(entries, { text: 'made up her mind' })).toEqual(['make up one’s mind']);
  expect(await found(entries, { text: 'mind', before: 'He made up his ' })).toEqual(['make up one’s mind']);
  expect(await found(entries, { text: 'U.S.' })).toEqual(['U.S.']);
});

test('several words that are no phrase are looked up word by word', async () => {
  const entries = { white: 'weiß', whale: 'Wal', the: 'der' };
  expect(await found(entries, { text: 'the white whales.' })).toEqual(['the', 'white', 'whale']);
});

test('where words have no spaces, the longest beginnings', async () => {
  const entries = { 图书馆: 'library', 图: 'picture', 图书: 'books', 大: 'large' };
  expect(await found(entries, { text: '大图书馆', language: 'zh' })).toEqual(['大', '图书馆']);
  expect(await found({ 猫: 'cat' }, { text: '猫', language: 'ja' })).toEqual(['猫']);
  const clause = await lookUp([await packOf('d', entries)], { text: '大图书馆', language: 'zh' });
  expect(clause.map(({ words }) => words)).toEqual(['大', '图书馆']);
  // An inflected form is covered as a whole.
  const verbs = { 食べる: 'eat', 下: 'below', した: 'tongue', た: 'field', 本: 'book' };
  expect(await found(verbs, { text: '食べました', language: 'ja' })).toEqual(['食べる']);
});

test('several dictionaries answer in their order; those of another language are not asked', async () => {
  const packs = [await packOf('first', { cat: 'Katze' }), await packOf('second', { cat: 'gato' })];
  const answers = await lookUp(packs, { text: 'cats', language: 'en' });
  expect(answers.map(({ dictionary, entry }) => [dictionary.id, entry.text])).toEqual([
    ['first', 'Katze'],
    ['second', 'gato'],
  ]);
  const all = [{ from: 'en' }, { from: 'de' }, { from: null }];
  expect(dictionariesFor(all, 'en-GB')).toEqual([{ from: 'en' }, { from: null }]);
  expect(dictionariesFor(all, null)).toEqual(all);
  expect(dictionariesFor(all, 'und')).toEqual(all);
});

test('a damaged dictionary does not hide what the others have', async () => {
  const whole = await writePack({ name: 'broken', from: null, to: null, license: null }, [
    { word: 'cat', content: () => ({ text: 'Katze' }) },
  ]);
  const broken = { id: 'broken', pack: await openPack(whole.slice(0, whole.size - 5)) };
  const answers = await lookUp([broken, await packOf('d', { cat: 'gato' })], { text: 'cat', language: 'en' });
  expect(answers.map(({ entry }) => entry.text)).toEqual(['gato']);
});

test.each(['', '   ', '—', '😀', 'x'.repeat(50_000), '\ud800', 'a '.repeat(5_000)])(
  'nothing that can be selected is an error',
  async (text) => {
    expect(await found({ cat: 'an animal' }, { text })).toEqual([]);
  },
);
