import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginningsIn, formsOf, isForm, likeness, otherFormsIn, stemIn } from '../src/answers/search/stem.ts';

describe('forms of a word share a stem', () => {
  for (const [language, ...forms] of [
    ['en', 'whale', 'whales'],
    ['en', 'drowned', 'drowning'],
    ['de', 'haus', 'hauses', 'hauser'],
    ['fr', 'chouette', 'chouettes'],
    ['es', 'caminando', 'caminaba'],
    ['pt', 'livro', 'livros'],
    ['ar', 'كتاب', 'الكتاب', 'والكتاب', 'للكتاب', 'كتابها'],
    ['ru', 'жена', 'жены', 'женой'],
    // Books in Cyrillic letters are asked about in any language.
    ['en', 'муж', 'мужем'],
  ] as const)
    test(`${language}: ${forms.join(', ')}`, () => {
      assert.equal(new Set(forms.map((form) => stemIn(language, form))).size, 1);
    });

  test('and are searched by the letters that they share with it', () => {
    assert.deepEqual(beginningsIn('en', 'happiness'), ['happ']);
    assert.deepEqual(beginningsIn('de', 'hauser'), ['haus']);
    assert.deepEqual(beginningsIn('xx', 'word'), ['word']);
    // Articles and prepositions are joined to the beginning of Arabic words.
    for (const form of ['كتاب', 'الكتاب', 'بالكتاب', 'للكتاب'])
      assert.ok(beginningsIn('ar', 'الكتاب').includes(form), form);
  });

  test('irregular forms are listed, in English', () => {
    assert.deepEqual(otherFormsIn('en', 'paid'), ['pay']);
    assert.deepEqual(otherFormsIn('en', 'see'), ['saw']);
    assert.deepEqual(otherFormsIn('de', 'paid'), []);
    assert.deepEqual(otherFormsIn('en', 'whale'), []);
  });

  for (const [language, word, other, expected] of [
    ['en', 'grand', 'grandfather', false],
    ['en', 'grand', 'grandly', true],
    ['en', 'see', 'saw', true],
    ['de', 'haus', 'hauses', true],
    ['ar', 'الكتاب', 'كتابها', true],
    // Without a stemmer, a longer word counts as a form.
    ['he', 'יאכטה', 'יאכטהים', true],
  ] as const)
    test(`${language}: ${other} is ${expected ? 'a' : 'no'} form of ${word}`, () => {
      assert.equal(isForm(likeness(formsOf(language, word), other)), expected);
    });
});
