/** @jest-environment node */
import { plainNote } from './NotesTab.tsx';

test('a note in the list of the reader has its words without the marks of Markdown', () => {
  expect(plainNote('# Openings\n\nCompare with **Anna Karenina**: *both* begin\n\n- irony\n- a law')).toBe(
    'Openings\nCompare with Anna Karenina: both begin\n• irony\n• a law',
  );
});

test('signs that mark nothing stay', () => {
  expect(plainNote('2 * 3 * 4 and snake_case_name and 5 > 4')).toBe(
    '2 * 3 * 4 and snake_case_name and 5 > 4',
  );
});
