import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginningIn, otherFormsIn, stemIn } from '../src/search/stem.ts';

describe('forms of a word share a stem', () => {
  for (const [language, ...forms] of [
    ['en', 'whale', 'whales'],
    ['en', 'drowned', 'drowning'],
    ['de', 'haus', 'hauses', 'hauser'],
    ['fr', 'chouette', 'chouettes'],
    ['es', 'caminando', 'caminaba'],
    ['pt', 'livro', 'livros'],
    ['ar', 'كتاب', 'الكتاب'],
  ] as const)
    test(`${language}: ${forms.join(', ')}`, () => {
      assert.equal(new Set(forms.map((form) => stemIn(language, form))).size, 1);
    });

  test('and are searched by the letters that they share with it', () => {
    assert.equal(beginningIn('en', 'happiness'), 'happ');
    assert.equal(beginningIn('de', 'hauser'), 'haus');
    // Its stem is not a prefix, so the word itself is searched.
    assert.equal(beginningIn('ar', 'الكتاب'), 'الكتاب');
    assert.equal(beginningIn('xx', 'word'), 'word');
  });

  test('irregular forms are listed, in English', () => {
    assert.deepEqual(otherFormsIn('en', 'paid'), ['pay']);
    assert.deepEqual(otherFormsIn('en', 'see'), ['saw']);
    assert.deepEqual(otherFormsIn('de', 'paid'), []);
    assert.deepEqual(otherFormsIn('en', 'whale'), []);
  });
});
