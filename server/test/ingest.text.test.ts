import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codePoint } from '@lectern/shared-contracts/testing/codePoint.ts';
import { flattenToc } from '../src/intake/ingest/chapters.ts';
import { canonicalLanguage, guessLanguage } from '../src/intake/ingest/metadataValues.ts';
import { cutPassages } from '../src/intake/ingest/passages.ts';
import { cleanLine, cleanParagraphs, titleFromFileName } from '../src/intake/ingest/plainText.ts';
import { countWords } from '../src/intake/ingest/words.ts';
import { parseIsbn } from '../src/library/identity/isbn.ts';
import fc from './support/fastCheck.ts';

describe('a line of text from a file', () => {
  const cases: [given: string, shown: string][] = [
    ['  A \n Title\t', 'A Title'],
    ['a\u0000b\u001bc', 'a b c'],
    ['\u202egpj.exe\u202c', 'gpj.exe'],
    ['a\u2066b\u2069', 'ab'],
    ['עברית \u200fx', 'עברית \u200fx'],
    ['\ud800x', '\ufffdx'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
  ];
  for (const [given, shown] of cases) {
    it(`[AF-15] ${JSON.stringify(given)} is shown as ${JSON.stringify(shown)}`, () =>
      assert.equal(cleanLine(given, 100), shown));
  }

  it('is limited in length, without splitting a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, maxLength: 300 }),
        fc.integer({ min: 2, max: 50 }),
        (text, limit) => {
          const line = cleanLine(text, limit);
          assert.ok(line.length <= limit);
          assert.ok(line.isWellFormed());
          assert.ok(cleanParagraphs(text, limit).length <= limit);
        },
      ),
    );
    assert.equal(cleanLine('L'.repeat(200_000), 500).length, 500);
  });

  it('keeps paragraphs', () => {
    assert.equal(cleanParagraphs('a  b\r\n\r\n\n\n c ', 100), 'a b\n\nc');
  });

  it('is made of a file name when there is nothing else', () => {
    assert.equal(titleFromFileName('C:\\books\\the_great_book.epub'), 'the great book');
    assert.equal(titleFromFileName('x.kepub.epub'), 'x');
    assert.equal(titleFromFileName('.pdf'), 'Untitled');
  });
});

describe('words', () => {
  const cases: [text: string, language: string | null, count: number][] = [
    ['It’s a well-known fact, isn’t it?', 'en', 6],
    ['', 'en', 0],
    ['— … !', 'en', 0],
    ['Война и мир', 'ru', 3],
    ['吾輩は猫である。', 'ja', 5],
    ['我们都是黑体字', 'zh', 5],
  ];
  for (const [text, language, count] of cases) {
    it(`${JSON.stringify(text)} has ${count}`, () => assert.equal(countWords(text, language), count));
  }
});

describe('an ISBN', () => {
  it('is found in many notations, and validated by its check digit', () => {
    assert.deepEqual(parseIsbn('urn:isbn:978-1-57387-829-6'), {
      isbn10: '1573878294',
      isbn13: '9781573878296',
    });
    assert.deepEqual(parseIsbn('ISBN 0-8044-2957-X'), { isbn10: '080442957X', isbn13: '9780804429573' });
    assert.deepEqual(parseIsbn('9791090636071'), { isbn10: null, isbn13: '9791090636071' });
    assert.equal(parseIsbn('9781573878297'), null);
    assert.equal(parseIsbn('urn:uuid:12345678-1234-5678-1234-567812345678'), null);
  });
});

describe('a language', () => {
  it('is a BCP 47 tag, or null', () => {
    assert.equal(canonicalLanguage('EN_us'), 'en-US');
    assert.equal(canonicalLanguage('und'), null);
    assert.equal(canonicalLanguage('English (probably)'), null);
  });

  for (const [name, code] of [
    ['English', 'en'],
    ['russian', 'ru'],
    ['English-US', 'en'],
    ['Français', 'fr'],
    ['עברית', 'he'],
    ['Klingonish', null],
  ] as const)
    it(`with the name ${name} is ${code}`, () => assert.equal(canonicalLanguage(name), code));

  it('is guessed by letters that only some languages of a script have', () => {
    assert.equal(guessLanguage('У лукоморья дуб зелёный, златая цепь на дубе том. '.repeat(9)), 'ru');
    assert.equal(
      guessLanguage('Всі люди народжуються вільними і рівними у своїй гідності. '.repeat(9)),
      'uk',
    );
    assert.equal(
      guessLanguage('هر کسی کو دور ماند از اصل خویش بازجوید روزگار وصل خویش چگونه '.repeat(9)),
      'fa',
    );
    assert.equal(guessLanguage('قفا نبك من ذكرى حبيب ومنزل بسقط اللوى بين الدخول فحومل '.repeat(9)), 'ar');
    assert.equal(guessLanguage('มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน '.repeat(9)), 'th');
  });

  it('is guessed only with sufficient evidence', () => {
    assert.equal(
      guessLanguage(
        'It was the best of times, it was the worst of times, and that which was of the age. '.repeat(5),
      ),
      'en',
    );
    assert.equal(
      guessLanguage(
        'Und es war nicht der Tag, mit dem das Haus sich ein Ende machte, und die Nacht ist nicht. '.repeat(
          5,
        ),
      ),
      'de',
    );
    assert.equal(guessLanguage('吾輩は猫である。名前はまだ無い。'.repeat(20)), 'ja');
    assert.equal(guessLanguage('Hello'), null);
    assert.equal(guessLanguage('lorem ipsum dolor sit amet '.repeat(20)), null);
  });
});

describe('passages', () => {
  const sentence = 'The morning was fine and the road was dry. ';
  const whole = { asides: [], chapters: [{ offset: 0, title: 'One' }], target: 3 };

  it('are cut between sentences, and know where they begin', () => {
    const text = sentence.repeat(100);
    const passages = cutPassages({ ...whole, text, breaks: [0] });
    assert.ok(passages.length > 5);
    for (const { text: shown, fraction, target, chapter } of passages) {
      assert.ok(shown.length <= 900 && shown.endsWith('dry.'), shown);
      assert.ok(text.slice(Math.round(fraction * text.length)).startsWith(shown.slice(0, 20)));
      assert.deepEqual([target, chapter], [3, 'One']);
    }
  });

  it('join short blocks and never cross the start of a chapter', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `Line ${i} of the poem`);
    const text = lines.join('');
    const starts = lines.map((_, i) => lines.slice(0, i).join('').length);
    const second = starts[31] as number;
    const chapters = [
      { offset: 0, title: 'One' },
      { offset: second, title: 'Two' },
    ];
    const passages = cutPassages({ ...whole, text, breaks: starts, chapters });
    assert.equal(passages.find(({ chapter }) => chapter === 'Two')?.text.slice(0, 19), 'Line 31 of the poem');
    assert.ok(
      passages
        .filter(({ chapter }) => chapter === 'One')
        .every(({ text: shown }) => !shown.includes('Line 31 ')),
    );
    assert.match(passages[0]?.text ?? '', /^Line 0 of the poem Line 1 of the poem /);
  });

  it('leave out asides', () => {
    const [passage] = cutPassages({
      ...whole,
      text: '漢かん字じ。',
      breaks: [0],
      asides: [
        [1, 3],
        [4, 5],
      ],
    });
    assert.equal(passage?.text, '漢字。');
  });

  it('lose no word and keep the order', () => {
    const text = fc.array(fc.constantFrom('word ', 'End. ', 'x'.repeat(700), '\n   \n', 'かな。', ' ', 'é'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 10 }), (parts, places) => {
        const source = parts.join('');
        const breaks = [...new Set(places.filter((place) => place < source.length))].sort((a, b) => a - b);
        const passages = cutPassages({ ...whole, text: source, breaks });
        const bare = (shown: string) => shown.replace(/\s+/g, '');
        assert.equal(bare(passages.map(({ text: shown }) => shown).join('')), bare(source));
        const fractions = passages.map(({ fraction }) => fraction);
        assert.deepEqual(
          fractions,
          fractions.toSorted((a, b) => a - b),
        );
        assert.ok(fractions.every((fraction) => fraction >= 0 && fraction < 1));
      }),
    );
  });
});

describe('chapters', () => {
  it('that are only numbers get their parent’s title', () => {
    const entry = (title: string, target: number, children: Parameters<typeof flattenToc>[0] = []) => ({
      title,
      href: `a.xhtml#${target}`,
      target,
      children: [...children],
    });
    const toc = [entry('Book One: 1805', 0, [entry('IV', 1), entry('The Prince', 2)])];
    assert.deepEqual(
      flattenToc(toc).map(({ title }) => title),
      ['Book One: 1805', 'Book One: 1805, IV', 'The Prince'],
    );
    assert.equal(flattenToc(toc)[1]?.fragment, '1');
  });
});

describe('a text analyzed by character tables', () => {
  const unit = fc.oneof(
    fc.constantFrom(..."ab9’'-·\u0301\u0903é.,\n\t \u00a0\u3000\u2003\ufeffΩא\ud800", '𝒜', '𝟘', '😀'),
    fc.option(codePoint, { nil: '' }),
  );
  const texts = fc.array(unit, { maxLength: 60 }).map((units) => units.join(''));
  const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[’'\-·][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
  const unspaced =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

  it('has as many words as by the regular expression', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (!unspaced.test(text)) assert.equal(countWords(text, null), text.match(word)?.length ?? 0);
      }),
      { numRuns: 3_000 },
    );
  });

  it('equals the text with collapsed white space', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [passage] = cutPassages({ text, breaks: [], asides: [], chapters: [], target: 0 });
        if (passage) assert.equal(passage.text, text.replace(/\s+/g, ' ').trim());
      }),
      { numRuns: 3_000 },
    );
  });
});
