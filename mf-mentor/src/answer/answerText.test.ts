/** @jest-environment node */
import type { MentorParagraphs } from '@lectern/shared-contracts/api/search.ts';
import german from '../locales/de.json';
import { answerText } from './answerText.ts';

const words = german as Record<string, string>;
const inGerman = (english: string, values: Record<string, unknown> = {}) =>
  (words[english] ?? english).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

describe('the mentor’s texts in the language of the page', () => {
  it('[X-13] its own sentences are translated, with the quotation marks of the language; quotations stay as they are', () => {
    const paragraphs: MentorParagraphs = [
      [{ say: 'foundTogether', with: { number: 3, words: { words: ['Hartfield', 'Highbury'] } } }],
      ['> Emma Woodhouse, handsome, clever, and rich [1]'],
    ];
    expect(answerText({ text: 'I looked …', said: paragraphs }, 'de', inGerman)).toBe(
      '„Hartfield“ und „Highbury“ zusammen, gefundene Stellen: 3\n\n' +
        '> Emma Woodhouse, handsome, clever, and rich [1]',
    );
  });

  it('durations, days, shares and dates are formatted in the language', () => {
    const said: MentorParagraphs = [
      [{ say: 'timeLeft', with: { title: 'Emma', percent: { percent: 40 }, time: { minutes: 610 } } }],
      [{ say: 'finishUsual', with: { pace: { minutes: 30 }, to: { date: '2026-03-12' } } }],
    ];
    const shown = answerText({ text: '', said }, 'de', inGerman).replaceAll('\u00A0', ' ');
    expect(shown).toContain('40 %');
    expect(shown).toContain('10 Stunden');
    expect(shown).toContain('30 Minuten');
    expect(shown).toContain('12. März');
  });

  it('text of a model, and sentences that this page does not know, are shown unchanged', () => {
    expect(answerText({ text: 'As it came.', said: null }, 'de', inGerman)).toBe('As it came.');
    expect(answerText({ text: 'As it came.', said: [[{ say: 'ofTomorrow' }]] }, 'de', inGerman)).toBe(
      'As it came.',
    );
  });
});
