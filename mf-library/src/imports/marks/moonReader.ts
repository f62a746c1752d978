import type { ExportedEntry } from '@lectern/shared-contracts/contract/points.ts';

/** Lines of an entry in a .mrexpt file, from 0. */
const line = { title: 1, path: 2, time: 9, note: 11, words: 12 } as const;

const wholeText = (text: string | undefined) => (text ?? '').replaceAll(/<BR>/gi, '\n').trim();

/** 'Walden' of '/sdcard/Books/Walden.epub', for a book that has no title. */
const fileNameOf = (path = '') => path.replace(/^.*\//, '').replace(/\.\w+$/, '');

/**
 * Reads an export of Moon+ Reader: entries that begin with a line `#`, each value on a line of its own. Bookmarks,
 * which have neither words nor a note, are left out.
 * @returns empty for another file
 */
export function readMoonReader(text: string): ExportedEntry[] {
  const [, ...entries] = text.split(/^#\r?$/m);
  return entries.flatMap((entry) => {
    const lines = entry.replace(/^\r?\n/, '').split(/\r?\n/);
    const [quote, thought] = [wholeText(lines[line.words]), wholeText(lines[line.note])];
    if (quote === '' && thought === '') return [];
    const time = new Date(Number(lines[line.time]));
    return [
      {
        kind: quote === '' ? 'note' : 'highlight',
        bookId: null,
        bookTitle: wholeText(lines[line.title]) || fileNameOf(lines[line.path]),
        author: null,
        title: '',
        quote: quote === '' ? null : quote,
        thought,
        tags: [],
        page: null,
        createdAt: (Number.isNaN(time.getTime()) ? new Date() : time).toISOString(),
      },
    ];
  });
}
