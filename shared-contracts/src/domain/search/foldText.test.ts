import fc from 'fast-check';
import { codePoint } from '../../testing/codePoint.ts';
import { foldText, foldWithOffsets, occurrencesOf } from './foldText.ts';

/** Arbitrary texts with every kind of folded character. */
const bookText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'zeppe\u00adlin',
          'ﬁddler',
          'Straße',
          'İstanbul',
          'ısı',
          'Brontë',
          'Bronte\u0308',
          'œuvre',
          'Ægir',
          '“a’b”',
        ],
        ...[
          'ＬＥＣＴＥＲＮ',
          'كِتـَاب',
          'شَلَوْم',
          'שָׁלוֹם',
          'ＡＢＣ',
          '한국어',
          'がっこう',
          'か\u3099',
          'ΟΔΟΣ',
          'x²',
          '½',
          'a\u200bb',
          '\ufeff',
          ' ',
          '😀',
        ],
      ),
      fc.string({ unit: codePoint, maxLength: 4 }),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('one folding for every search', () => {
  it.each([
    ['zeppe\u00adlin', 'zeppelin'],
    ['ﬁddler', 'fiddler'],
    ['diﬃcult ﬂow eﬀect ﬅ', 'difficult flow effect st'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Charlotte Brontë', 'charlotte bronte'],
    ['Œuvre, Æneid, Søren, Łódź, Đặng', 'oeuvre, aeneid, soren, lodz, dang'],
    ['İstanbul, Diyarbakır', 'istanbul, diyarbakir'],
    ['Ｌｅｃｔｅｒｎ　１２', 'lectern 12'],
    ['“don’t” ‘„x‟', '"don\'t" \'"x"'],
    ['well\u2011known – sea—air', 'well-known - sea-air'],
    ['wo\u200brd\u200d\ufeff\u2060s', 'words'],
    // CJK and Kangxi radicals.
    ['⻘⼭在西，⻑⾵⻝⾺ ⻩⻋⻅', '青山在西,長風食馬 黄车见'],
    ['كِتَاب كتـــاب', 'كتاب كتاب'],
    ['أحمد إلى مدرسة', 'احمد الي مدرسه'],
    ['ﻻ', 'لا'],
    ['١٩٨٤ ۱۹۸۴', '1984 1984'],
    ['שָׁלוֹם', 'שלום'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['fi\u00adfth', 'fifth'],
  ])('[F-15] %j → %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('keeps the marks that make another letter', () => {
    expect(foldText('が')).not.toBe(foldText('か'));
    expect(foldText('が')).toBe(foldText('か\u3099'));
    expect(foldText('ｶﾞ')).toBe(foldText('ガ'));
    expect(foldText('की')).not.toBe(foldText('क'));
  });

  it('is the same when it is done twice, for every character', () => {
    for (let code = 0; code <= 0x323af; code += 1) {
      const once = foldText(String.fromCodePoint(code));
      if (foldText(once) !== once)
        throw new Error(`U+${code.toString(16)} folds to ${once}, then to ${foldText(once)}`);
    }
    fc.assert(fc.property(bookText, (text) => expect(foldText(foldText(text))).toBe(foldText(text))));
  });

  it('folds character by character: a text is folded as its parts are', () => {
    fc.assert(
      fc.property(bookText, (text) => {
        expect(Array.from(text, foldText).join('')).toBe(foldText(text));
        expect(foldWithOffsets(text).text).toBe(foldText(text));
      }),
    );
  });

  it('offsets never go back, and stay within the original', () => {
    fc.assert(
      fc.property(bookText, (original) => {
        const folded = foldWithOffsets(original);
        let before = { start: 0, end: 0 };
        for (let at = 0; at < folded.text.length; at += 1) {
          const range = folded.originalRange({ start: at, end: at + 1 });
          expect(range.start).toBeGreaterThanOrEqual(before.start);
          expect(range.end).toBeGreaterThanOrEqual(before.end);
          expect(range.end).toBeGreaterThan(range.start);
          expect(range.end).toBeLessThanOrEqual(original.length);
          before = range;
        }
      }),
    );
  });

  it('what is found in the original folds to what was looked for', () => {
    fc.assert(
      fc.property(bookText, bookText, bookText, (prefix, wanted, suffix) => {
        const needle = foldText(wanted);
        const original = prefix + wanted + suffix;
        const folded = foldWithOffsets(original);
        const hits = occurrencesOf(needle, folded.text);
        expect(hits.length > 0).toBe(needle !== '');
        for (const hit of hits) {
          const { start, end } = folded.originalRange(hit);
          const slice = foldText(original.slice(start, end));
          // A match that begins or ends within a ligature includes the whole ligature.
          expect(slice).toContain(needle);
          const cut = [start, end].map((at) => foldText(original.slice(0, at)).length);
          if (cut[0] === hit.start && cut[1] === hit.end) expect(slice).toBe(needle);
        }
      }),
    );
  });

  it.each([
    ['the zeppe\u00adlin flew', 'zeppelin', 'zeppe\u00adlin'],
    ['the zeppe\u00adlin flew', 'zeppe', 'zeppe'],
    ['a ﬁddler plays', 'fiddler', 'ﬁddler'],
    ['a ﬁddler plays', 'id', 'ﬁd'],
    ['die Straße hinab', 'strasse', 'Straße'],
    ['Bronte\u0308 wrote', 'bronte', 'Bronte\u0308'],
    ['sie sagte „Ja“', '"ja"', null],
    ['im \u{1d504}pfel', 'apfel', '\u{1d504}pfel'],
  ])('[F-15] in %j the words %j are %j', (original, needle, slice) => {
    const folded = foldWithOffsets(original);
    const [hit] = occurrencesOf(needle, folded.text);
    if (slice === null) return expect(hit).toBeDefined();
    const range = folded.originalRange(hit ?? { start: 0, end: 0 });
    expect(original.slice(range.start, range.end)).toBe(slice);
  });
});
