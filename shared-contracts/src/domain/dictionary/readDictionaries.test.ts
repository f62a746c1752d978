/** @jest-environment node */
import { dictdFiles, starDictFiles } from '../../testing/dictionaryFiles.ts';
import { dictionaryKey } from './dictionaryKey.ts';
import { languagesOfName } from './dictionaryLanguages.ts';
import { openPack, writePack } from './dictionaryPack.ts';
import { DictionaryProblem, type DictionaryProblemKind } from './dictionaryProblem.ts';
import { lookUp } from './lookUp.ts';
import { groupFiles, readDictionary } from './readDictionaries.ts';

async function packOf(files: readonly File[]) {
  const [group] = groupFiles(files);
  if (!group) throw new DictionaryProblem('not_a_dictionary');
  const { info, sources } = await readDictionary(group);
  return openPack(await writePack(info, sources));
}

async function problemOf(files: readonly File[]): Promise<DictionaryProblemKind | null> {
  return packOf(files).then(
    () => null,
    (error: unknown) => (error instanceof DictionaryProblem ? error.kind : Promise.reject(error)),
  );
}

const cut = (file: File, bytes: number) => new File([file.slice(0, bytes)], file.name);

test('StarDict: headwords, other forms of them, languages and name', async () => {
  const pack = await packOf(
    await starDictFiles(
      'eng-deu',
      { house: 'Haus', 'look up': 'nachschlagen', Café: 'Café' },
      { synonyms: { houses: 'house' }, title: 'English–German' },
    ),
  );
  expect(pack.header).toMatchObject({ name: 'English–German', from: 'en', to: 'de', entries: 4 });
  expect(await pack.find('house')).toEqual([{ word: 'house', text: 'Haus' }]);
  expect(await pack.find('cafe')).toEqual([{ word: 'Café', text: 'Café' }]);
  expect(await pack.find('houses')).toEqual([{ word: 'houses', see: 'house' }]);
  expect(await pack.find('home')).toEqual([]);
});

test('DICT, as Debian’s freedict packages have it: entries about itself are no words', async () => {
  const pack = await packOf(
    await dictdFiles('freedict-fra-eng', {
      '00databaseshort': '00-database-short\nFrench-English FreeDict Dictionary',
      '00databaseinfo': 'Published under the GPL',
      maison: 'maison /mɛzɔ̃/ <n>\n1. house\n2. home',
      chat: 'chat\ncat',
    }),
  );
  expect(pack.header).toEqual({
    name: 'French-English FreeDict Dictionary',
    from: 'fr',
    to: 'en',
    entries: 2,
    license: 'Published under the GPL',
  });
  expect(await pack.find('chat')).toEqual([{ word: 'chat', text: 'cat' }]);
  expect((await pack.find('maison'))[0]?.text).toBe('maison /mɛzɔ̃/ <n>\n1. house\n2. home');
});

test('DICT: headwords are as in the entry, since indexes drop case and punctuation', async () => {
  const pack = await packOf(
    await dictdFiles('freedict-fra-eng', {
      aujourdhui: "aujourd'hui /oʒuʀdɥi/ <adv>\ntoday",
      'avoir lair de': "avoir l'air de /avwaʀ/\nlook like",
      haus: 'Haus /hˈaʊs/ <neut>\nhouse',
      'c++': 'C++\n<language> One of the most used',
      abc: 'Alphabet\nthe letters',
    }),
  );
  expect(await pack.find("aujourd'hui")).toMatchObject([{ word: "aujourd'hui" }]);
  expect(await pack.find("avoir l'air de")).toMatchObject([{ word: "avoir l'air de" }]);
  expect(await pack.find('haus')).toMatchObject([{ word: 'Haus' }]);
  expect(await pack.find('c++')).toMatchObject([{ word: 'C++' }]);
  expect(await pack.find('abc')).toMatchObject([{ word: 'abc' }]);
});

test.each([
  ['freedict-eng-deu', 'en', 'de'],
  ['freedict-epo-eng', 'eo', 'en'],
  ['freedict-kha-deu', 'kha', 'de'],
  ['freedict-ell-nor', 'el', 'no'],
  ['English - German Dictionary devel 2023-01-30', 'en', 'de'],
  ['Mueller English-Russian Dictionary', 'en', 'ru'],
  ['The Collaborative International Dictionary of English v.0.48', 'en', 'en'],
  ['en-GB_fr', 'en', 'fr'],
])('languages in the name %s: %s, %s', (name, from, to) => {
  expect(languagesOfName(name)).toEqual({ from, to });
});

test.each([
  'Dictionnaire de la langue',
  'foldoc',
  'It is no dictionary',
  'The Free On-line Dictionary of Computing',
])('no languages in the name %s', (name) => {
  expect(languagesOfName(name)).toBeNull();
});

test('markup of entries becomes text: no script, no style, no element, no address', async () => {
  const hostile =
    '<style>b{}</style><b>cat</b><script>alert(1)</script><img src=x onerror="alert(2)"><ol><li>an animal</li><li>a &lt;whip&gt;</li></ol><a href="javascript:alert(3)">see</a> dog<svg onload=alert(4)><!-- x --><iframe src="https://evil.example">';
  const pack = await packOf(await starDictFiles('x', { cat: hostile }, { type: 'h' }));
  expect((await pack.find('cat'))[0]?.text).toBe('cat\n\n• an animal\n\n• a <whip>\n\nsee dog');
});

test.each([
  ['x', 'an xdxf entry', '<k>cat</k><def>an <co>old</co> animal</def>', 'cat\n\nan old animal'],
  ['x', 'an xdxf entry with translations', '<k>cat</k><dtrn>die Katze</dtrn>', 'cat\ndie Katze'],
  [
    'h',
    'named characters',
    '&eacute;&Eacute;&szlig;&rarr;&#x1F408;&frac12; R&D; &amp;lt;',
    'éÉß→🐈½ R&D; &lt;',
  ],
  ['k', 'elements of PowerWord', '<词典><![CDATA[a <small> cat]]></词典>', 'a <small> cat'],
  ['g', 'Pango markup', '<span color="red">cat</span>\nan animal', 'cat\nan animal'],
  ['m', 'plain text is not read as markup', '<cat> & dog', '<cat> & dog'],
  ['tm', 'a phonetic field first', 'kæt\0an animal', '[kæt]\nan animal'],
])('fields of type %s: %s', async (type, _what, entry, text) => {
  const pack = await packOf(await starDictFiles('x', { cat: entry }, { type }));
  expect((await pack.find('cat'))[0]?.text).toBe(text);
});

test('unclosed elements and long punctuation are read once', async () => {
  const dashes = `a${'-'.repeat(80_000)}a`;
  const entries = { [dashes]: 'dropped', cat: '<li '.repeat(50_000), dog: '<p '.repeat(60_000) };
  const pack = await packOf(await starDictFiles('x', entries, { type: 'h', synonyms: { dash: dashes } }));
  expect(pack.header.entries).toBe(3);
  expect(await pack.find('cat')).toEqual([{ word: 'cat', text: '•' }]);
  expect(await lookUp([{ id: 'x', pack }], { text: 'dash', language: null })).toEqual([]);
});

test('of many entries with the same headword, only some are stored: they are read together', async () => {
  const [ifo, idx, dict] = await starDictFiles('x', { cat: 'an animal' });
  if (!ifo || !idx || !dict) throw new Error('no files');
  const [, other] = await starDictFiles('x', { dog: 'an animal' });
  if (!other) throw new Error('no index');
  const same = new File([...Array.from({ length: 5_000 }, () => idx), other], 'x.idx');
  const pack = await packOf([ifo, same, dict]);
  expect(await pack.find('cat')).toHaveLength(100);
  expect(await pack.find('dog')).toHaveLength(1);
  expect(pack.header.entries).toBe(101);
});

test('names and headwords are short lines without directional controls', async () => {
  const title = `An\u202eglish ${'x'.repeat(5_000)}`;
  const pack = await packOf(await starDictFiles('x', { 'c\u202eat': 'an animal' }, { title }));
  expect(pack.header.name).toMatch(/^Anglish x{192}$/);
  expect((await pack.find(dictionaryKey('c\u202eat')))[0]?.word).toBe('cat');
  const short = `00-database-short\n${'x'.repeat(5_000)}`;
  const dictd = await packOf(await dictdFiles('x', { '00databaseshort': short, cat: 'an animal' }));
  expect(dictd.header.name).toBe('x'.repeat(200));
});

describe('what is no dictionary, or a broken one, is refused with the reason', () => {
  const star = () => starDictFiles('x', { cat: 'an animal', dog: 'another' });
  const without = (files: File[], part: string) => files.filter(({ name }) => !name.includes(part));
  test.each<[string, DictionaryProblemKind, () => Promise<File[]>]>([
    ['other files', 'not_a_dictionary', async () => [new File(['x'], 'book.epub')]],
    ['no index', 'missing_file', async () => without(await star(), '.idx')],
    ['no entries file', 'missing_file', async () => without(await star(), '.dict')],
    ['no .ifo', 'missing_file', async () => without(await star(), '.ifo')],
    [
      'an .ifo of something else',
      'not_a_dictionary',
      async () => [new File(['<html>'], 'x.ifo'), ...without(await star(), '.ifo')],
    ],
    [
      'an index that ends in the middle',
      'damaged',
      async () => (await star()).map((file) => (file.name === 'x.idx' ? cut(file, 14) : file)),
    ],
    [
      'entries that are cut off',
      'damaged',
      async () => (await star()).map((file) => (file.name.includes('.dict') ? cut(file, 20) : file)),
    ],
    [
      'an index that leads past the entries',
      'damaged',
      async () => [...without(await star(), '.dict'), new File(['an'], 'x.dict')],
    ],
    ['no entries', 'empty', () => starDictFiles('x', {})],
    [
      'an index of DICT that is none',
      'not_a_dictionary',
      async () => [new File(['a line of text\n'], 'x.index'), new File(['x'], 'x.dict')],
    ],
  ])('%s: %s', async (_what, kind, files) => {
    expect(await problemOf(await files())).toBe(kind);
  });

  test('an index with too many entries, or entries that share one large text', async () => {
    const [ifo, idx, dict] = await starDictFiles('x', { a: 'x'.repeat(900_000) });
    if (!ifo || !idx || !dict) throw new Error('no files');
    const shared = new File([await new Blob(Array(2_001).fill(idx)).arrayBuffer()], 'x.idx');
    expect(await problemOf([ifo, shared, dict])).toBe('too_large');
    // The rest of the index, here a damaged one, is not read.
    const many = new Uint8Array(10 * 2_000_002 - 1);
    expect(await problemOf([ifo, new File([many], 'x.idx'), dict])).toBe('too_large');
  });

  test('a pack that is none, or cut off', async () => {
    await expect(openPack(new Blob(['no pack at all']))).rejects.toMatchObject({ kind: 'not_a_dictionary' });
    const [group] = groupFiles(await star());
    if (!group) throw new Error('no group');
    const { info, sources } = await readDictionary(group);
    const whole = await writePack(info, sources);
    const open = await openPack(whole.slice(0, whole.size - 5));
    await expect(open.find('cat')).rejects.toMatchObject({ kind: 'damaged' });
  });
});

test('each word of many is found again, in whichever block it is', async () => {
  const words = Array.from({ length: 3_000 }, (_, n) => `w${n.toString(36)}`);
  const text = 'x'.repeat(60);
  const sources = words.map((word) => ({ word, content: () => ({ text: `${word} ${text}` }) }));
  const pack = await openPack(await writePack({ name: 'x', from: null, to: null, license: null }, sources));
  for (const word of words) expect(await pack.find(word)).toEqual([{ word, text: `${word} ${text}` }]);
  expect(await pack.find('a')).toEqual([]);
  expect(await pack.find('zz')).toEqual([]);
});
