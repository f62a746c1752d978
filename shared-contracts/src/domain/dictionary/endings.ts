/** Endings of inflected words, by rules. */

/** An ending with its replacements in the base form, most likely first. */
type Ending = readonly [ending: string, ...bases: string[]];

/**
 * Endings of inflected words by language: what stands at the end of the base form, the most likely first and '-' for
 * nothing, then the endings that it replaces. Without accents, like keys.
 */
const tables: Readonly<Record<string, string>> = {
  en: `
-: 's ly s
s -: s'
y: iest ier
y ie: ied ies
f fe: ves
ch: ches
sh: shes
ss s: sses
zz z: zzes
x: xes
z ze: zes
- e: ing est er
e -: es ed
`,
  de: `
in: innen
- en: sten e
-: ste n s
en: test etest eten ete tet te est end et t
en -: ten st
- er: ern
- e: es en em er
`,
  fr: `
ir: issaient issait issent ie
er ir re: aient ions ait ais ant ons ez
er: erent eront ee era a
er ee: ees
e er -: es
er re: ent
al au: aux
el: elle
eux eur: euse
if: ive
ir re: it is
u: ue
re oir: u
er -: e
- re: s
-: x
`,
  es: `
o a: amente
-: mente s
er ir: iendo iste ieran iera io ieron ian ia idos ido ida
ar: aremos arian aria aste aran ara are ando aron aban aba ado amos
er: eremos erian eria eran era ere emos
ir: iremos irian iria iran ira ire imos
o -: itos ito
a: itas ita
ar ado: ados adas ada
z: ces
ar er: an
er ir ar: en e
a o ar: as
- e er ir: es
o: os
o ar: a
ar er ir: o
`,
  pt: `
ao: oes aes
ar: ando aram ava avam ado amos ou am
er: endo eram eu
ir: indo iram iu
er ir: iam ia ido ida em e
ar ado: ados adas ada
al: ais
el: eis
m: ns
a o ar: as
- e: es
o: os
o ar: a
ar er ir: o
-: s
`,
  ar: `
-: هما ها هم نا ون ين ان ه ي
- ه: ات
`,
};

const read = new Map<string, readonly Ending[]>();

/** The endings of a language, the longest first. */
export function endingsIn(language: string): readonly Ending[] {
  const known = read.get(language) ?? (language === 'ja' ? japaneseEndings() : endingsOf(tables[language]));
  read.set(language, known);
  return known;
}

function endingsOf(table = ''): readonly Ending[] {
  const rows = table.split('\n').filter(Boolean);
  const endings = rows.flatMap((row) => {
    const [bases = '', replaced = ''] = row.split(': ');
    const words = bases.split(' ').map((base) => (base === '-' ? '' : base));
    return replaced.split(' ').map((ending): Ending => [ending, ...words]);
  });
  return longestFirst(endings);
}

const longestFirst = (endings: readonly Ending[]) => endings.toSorted(([a], [b]) => b.length - a.length);

/** Endings of verbs (by the rows of kana) and adjectives, the longest first. */
function japaneseEndings(): readonly Ending[] {
  const rows = [
    'わいうえお',
    'かきくけこ',
    'がぎぐげご',
    'さしすせそ',
    'たちつてと',
    'なにぬねの',
    'ばびぶべぼ',
    'まみむめも',
    'らりるれろ',
  ];
  const after = (stem: number, suffixes: string) =>
    suffixes
      .split(' ')
      .flatMap((suffix) => [
        ...rows.map((row): [string, string] => [`${row[stem]}${suffix}`, row[2] ?? '']),
        [suffix, 'る'] as [string, string],
      ]);
  const te =
    'て てる てた ている ていた ていて ています ていました ていない ていなかった てください てしまった てしまう た たら たり';
  const voiced = te.replace(/(?<=^| )て/g, 'で').replace(/(?<=^| )た/g, 'だ');
  const withSuffixes = (start: string, suffixes: string, ...bases: string[]) =>
    suffixes.split(' ').map((suffix): [string, ...string[]] => [start + suffix, ...bases]);
  const all: [string, ...string[]][] = [
    ...after(0, 'ない なかった なくて なければ ず れる れた れて れない せる せた せて'),
    ...after(1, 'ます ました ません ませんでした ましょう たい たかった たくない ながら なさい'),
    ...after(3, 'る た て ない ば'),
    ...after(4, 'う'),
    ...withSuffixes('', 'られる られた られて させる させた よう れば', 'る'),
    ...withSuffixes('い', te, 'く'),
    ...withSuffixes('い', voiced, 'ぐ'),
    ...withSuffixes('し', te, 'す', 'する', ''),
    ...withSuffixes('っ', te, 'う', 'つ', 'る'),
    ...withSuffixes('ん', voiced, 'む', 'ぶ', 'ぬ'),
    ...withSuffixes('', te, 'る'),
    ...withSuffixes('', 'します しました しません しない する', 'する', ''),
    ...withSuffixes('', 'かった くて くない くなかった ければ く さ', 'い'),
  ];
  return longestFirst(all);
}
