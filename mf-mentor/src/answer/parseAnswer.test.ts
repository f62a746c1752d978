/** @jest-environment node */
import fc from 'fast-check';
import { parseAnswer } from './parseAnswer.ts';

describe('an answer', () => {
  it('consists of paragraphs and quotations, each with the sources that it cites first', () => {
    expect(parseAnswer('I looked [1].\n\n> A quote [2]\n\nAgain [1], and [9].', new Set([1, 2]))).toEqual([
      { kind: 'text', parts: [{ text: 'I looked' }, { cite: 1 }, { text: '.' }], notes: [1] },
      { kind: 'quote', parts: [{ text: 'A quote' }, { cite: 2 }], notes: [2] },
      { kind: 'text', parts: [{ text: 'Again' }, { cite: 1 }, { text: ', and [9].' }], notes: [] },
    ]);
  });

  it('tells hidden texts from quotations after the reader’s place, and marks words', () => {
    expect(parseAnswer('|| Ahab. [1]\n\n||> The \uE000white\uE001 whale [1]', new Set([1]))).toEqual([
      { kind: 'hidden', parts: [{ text: 'Ahab.' }, { cite: 1 }], notes: [1] },
      {
        kind: 'ahead',
        parts: [{ text: 'The ' }, { text: 'white', marked: true }, { text: ' whale' }, { cite: 1 }],
        notes: [],
      },
    ]);
  });

  it('shows every source once at most, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.nat(5)), (text, numbers) => {
        const answer = numbers.map((number) => `${text} [${number}]\n\n`).join('');
        const notes = parseAnswer(answer, new Set([1, 2, 3])).flatMap((block) => block.notes);
        expect(new Set(notes).size).toBe(notes.length);
        expect(notes.every((number) => [1, 2, 3].includes(number))).toBe(true);
      }),
    );
  });
});
