import { inEnglish, inLanguage, type MentorValue } from './mentorWords.ts';

describe('a paragraph of the mentor', () => {
  it('is its parts one after the other: words as they stand, sentences by their code', () => {
    expect(inEnglish(['# ', { say: 'before' }, '\n'])).toBe('# Just before:\n');
  });

  it.each<[string, MentorValue, string]>([
    ['words', 'as they stand', 'as they stand'],
    ['a number', 12345, '12,345'],
    ['minutes', { minutes: 1 }, '1 minute'],
    ['up to an hour', { minutes: 59 }, '59 minutes'],
    ['an hour', { minutes: 60 }, '1 hour'],
    ['hours, to the nearest', { minutes: 150 }, '3 hours'],
    ['days', { days: 2 }, '2 days'],
    ['a share', { percent: 42 }, '42%'],
    ['a day, in no time zone', { date: '2026-03-01' }, '1 March'],
    ['words of a book', { words: ['white', 'whale'] }, '“white” and “whale”'],
  ])('writes %s as a person does', (_, value, written) => {
    expect(inEnglish([{ say: 'partLeft', with: { title: 'T', percent: value } }])).toBe(
      `Left in “T”: ${written}.`,
    );
  });

  it('leaves a place empty for which there is nothing, and says nothing for a code that it does not know', () => {
    expect(inEnglish([{ say: 'through' }])).toBe('You are  through.');
    expect(inEnglish(['a', { say: 'saidByANewerServer' }, 'b'])).toBe('ab');
  });

  it('in another language has its sentences and its numbers', () => {
    const asked: [string, Record<string, string>][] = [];
    const paragraph = inLanguage(
      [{ say: 'through', with: { percent: { days: 3 } } }, '!'],
      'de',
      (...one) => {
        asked.push(one);
        return `Gelesen: ${one[1].percent}`;
      },
    );
    expect(asked).toEqual([['You are {{percent}} through.', { percent: '3 Tage' }]]);
    expect(paragraph).toBe('Gelesen: 3 Tage!');
  });
});
