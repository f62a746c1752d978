import { inEnglish, inLanguage, type MentorValue } from './mentorWords.ts';

describe('a paragraph of the mentor', () => {
  it('is its parts one after the other: words as they stand, sentences by their code', () => {
    expect(inEnglish(['# ', { say: 'passages' }, '\n'])).toBe('# Your books say:\n');
  });

  it.each<[string, MentorValue, string]>([
    ['words', 'as they stand', 'as they stand'],
    ['a number', 12345, '12,345'],
    ['minutes', { minutes: 1 }, '1 minute'],
    ['up to an hour', { minutes: 59 }, '59 minutes'],
    ['an hour', { minutes: 60 }, '1 hour'],
    ['hours, to the nearest', { minutes: 150 }, '3 hours'],
    ['hours and minutes that were measured', { minutes: 150, exact: true }, '2 hours, 30 minutes'],
    ['days', { days: 2 }, '2 days'],
    ['a share', { percent: 42 }, '42%'],
    ['a day, in no time zone', { date: '2026-03-01' }, '1 March'],
    ['a day of another year', { date: '2025-03-01', year: true }, '1 March 2025'],
    ['words of a book', { words: ['white', 'whale'] }, '“white” and “whale”'],
  ])('writes %s as a person does', (_, value, written) => {
    expect(inEnglish([{ say: 'planOneDay', with: { from: value, title: 'T', time: 'now' } }])).toBe(
      `${written}: T, now.`,
    );
  });

  it('leaves a place empty for which there is nothing, and says nothing for a code that it does not know', () => {
    expect(inEnglish([{ say: 'streak' }])).toBe('Your streak is  in a row.');
    expect(inEnglish(['a', { say: 'saidByANewerServer' }, 'b'])).toBe('ab');
  });

  it('in another language has its sentences and its numbers', () => {
    const asked: [string, Record<string, string>][] = [];
    const paragraph = inLanguage([{ say: 'streak', with: { days: { days: 3 } } }, '!'], 'de', (...one) => {
      asked.push(one);
      return `Die Serie: ${one[1].days}`;
    });
    expect(asked).toEqual([['Your streak is {{days}} in a row.', { days: '3 Tage' }]]);
    expect(paragraph).toBe('Die Serie: 3 Tage!');
  });
});
