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
      [{ say: 'lookedInBookFor', with: { title: 'Emma', words: { words: ['Hartfield', 'Highbury'] } } }],
      ['> Emma Woodhouse, handsome, clever, and rich [1]'],
    ];
    expect(answerText({ text: 'I looked …', said: paragraphs }, 'de', inGerman)).toBe(
      'Aus „Emma“ und deinen Notizen dazu, zu „Hartfield“ und „Highbury“:\n\n' +
        '> Emma Woodhouse, handsome, clever, and rich [1]',
    );
  });

  it('durations, days, shares and dates are formatted in the language', () => {
    const line = { from: { date: '2026-03-12' }, title: 'Emma', time: { minutes: 610 } };
    const said: MentorParagraphs = [
      [{ say: 'planOneDay', with: line }],
      [
        { say: 'streak', with: { days: { days: 4 } } },
        ' ',
        { say: 'through', with: { percent: { percent: 40 } } },
      ],
    ];
    expect(answerText({ text: '', said }, 'de', inGerman).replaceAll('\u00A0', ' ')).toBe(
      '12. März: Emma, 10 Stunden.\n\nDeine Leseserie: 4 Tage in Folge. Du hast 40 % gelesen.',
    );
  });

  it('text of a model, and sentences that this page does not know, are shown unchanged', () => {
    expect(answerText({ text: 'As it came.', said: null }, 'de', inGerman)).toBe('As it came.');
    expect(answerText({ text: 'As it came.', said: [[{ say: 'ofTomorrow' }]] }, 'de', inGerman)).toBe(
      'As it came.',
    );
  });
});
