import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverTexts, textsOf } from '../lib/sources/texts.mjs';

describe('the texts in the code', () => {
  it('are the arguments of t and text, including both branches of a conditional', () => {
    const source = `
      const label = text('Shelf');
      const Page = () => <p title={t('Open {{title}}', { title })}>{done ? t('Read') : t(late ? 'Late' : \`Early\`)}</p>;
      i18n.t('Long, ' + 'and on two lines'); t(label); other('No key');`;
    assert.deepEqual(textsOf(source).keys.sort(), [
      'Early',
      'Late',
      'Long, and on two lines',
      'Open {{title}}',
      'Read',
      'Shelf',
    ]);
  });

  it('are reported in untranslated markup; names, numbers and symbols are not texts', () => {
    const source = `const Page = () => (
      <section aria-label="All books" className="Wide Open">
        Lectern · EPUB 3 <b>Read me</b> <img alt="" /> <Button label="Go on" tone="loud words" />
      </section>);`;
    assert.deepEqual(textsOf(source).bare.sort(), ['All books', 'Go on', 'Read me']);
  });

  it('are reported in untranslated tables', () => {
    const source = `const places = [
      { label: text('Shelf'), shortLabel: 'Shelf', value: 'Not shown' },
      { label: 'ISBN', badgeText: text('{{count}} books') }];`;
    assert.deepEqual(textsOf(source, false).bare, ['Shelf']);
  });

  it('of the server are its errors', () => {
    const texts = serverTexts();
    assert.ok(texts.includes('Please sign in.'));
    assert.ok(texts.every((text) => / /.test(text)));
  });
});
