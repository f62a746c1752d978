/** @jest-environment node */
import { readMoonReader } from './moonReader.ts';

const entry = (words: string, note = '') =>
  [
    '7',
    'Moby-Dick',
    '/sdcard/Moby.epub',
    '/sdcard/moby.epub',
    '3',
    '0',
    '120',
    '16',
    '-256',
    '1767312000000',
    '',
    note,
    words,
    '0',
    '0',
    '0',
  ].join('\n');
const file = (...entries: string[]) =>
  `1\nindent:false\ntrim:false\n${entries.map((one) => `#\n${one}\n`).join('')}`;

describe('an export of Moon+ Reader', () => {
  it('has words, note, book and time of each highlight', () => {
    expect(readMoonReader(file(entry('Call me<BR>Ishmael.', 'Who?')))).toEqual([
      expect.objectContaining({
        kind: 'highlight',
        bookTitle: 'Moby-Dick',
        quote: 'Call me\nIshmael.',
        thought: 'Who?',
        createdAt: '2026-01-02T00:00:00.000Z',
      }),
    ]);
  });

  it('names the file of a book without a title', () => {
    const untitled = entry('Call me Ishmael.').replace('Moby-Dick', '');
    expect(readMoonReader(file(untitled))).toMatchObject([{ bookTitle: 'Moby' }]);
  });

  it('may have lines that end as on Windows', () => {
    expect(readMoonReader(file(entry('One'), entry('Two')).replaceAll('\n', '\r\n'))).toMatchObject([
      { quote: 'One' },
      { quote: 'Two' },
    ]);
  });

  it('gives nothing for bookmarks, half entries and other files', () => {
    expect(readMoonReader(file(entry(''), '7\nMoby-Dick'))).toEqual([]);
    expect(readMoonReader('Highlight,Title\n')).toEqual([]);
  });
});
