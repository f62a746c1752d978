/** @jest-environment node */
import { filesOfDrop } from './bookFiles.ts';

const file = (name: string) =>
  ({
    isFile: true,
    isDirectory: false,
    name,
    file: (found: (file: File) => void) => found(new File(['x'], name)),
  }) as unknown as FileSystemEntry;

/** A folder as browsers provide it: entries in batches of two. */
const folder = (name: string, ...entries: FileSystemEntry[]) =>
  ({
    isFile: false,
    isDirectory: true,
    name,
    createReader() {
      let at = 0;
      return {
        readEntries(found: (entries: FileSystemEntry[]) => void) {
          at += 2;
          found(entries.slice(at - 2, at));
        },
      };
    },
  }) as unknown as FileSystemEntry;

const locked = {
  isFile: false,
  isDirectory: true,
  name: 'locked',
  createReader: () => ({
    readEntries: (_: unknown, failed: (error: Error) => void) => failed(new Error('NotReadableError')),
  }),
} as unknown as FileSystemEntry;

function dropOf(...entries: FileSystemEntry[]) {
  const files = entries.map(({ name }) => new File(['x'], name));
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { files, items } as unknown as DataTransfer;
}
const names = async (transfer: DataTransfer) => (await filesOfDrop(transfer)).map(({ name }) => name);

test('of a dropped folder every book is taken, however deep, and nothing else', async () => {
  const deep = folder('c', file('walden.PDF'), file('notes.txt'));
  const drop = dropOf(
    folder('a', file('emma.epub'), file('cover.jpg'), folder('b', deep), file('.hidden.epub'), file('x.pdf')),
    file('loose.epub'),
  );
  expect(await names(drop)).toEqual(['loose.epub', 'emma.epub', 'x.pdf', 'walden.PDF']);
});

test('what cannot be read is passed over', async () => {
  expect(await names(dropOf(folder('a', locked, file('emma.epub'))))).toEqual(['emma.epub']);
});

test('files without a folder are given as they are: what is no book is to be refused in words', async () => {
  expect(await names(dropOf(file('emma.epub'), file('letter.docx')))).toEqual(['emma.epub', 'letter.docx']);
});

test('where the browser knows of no folders, its files are taken', async () => {
  const files = [new File(['x'], 'emma.epub')];
  expect(await names({ files } as unknown as DataTransfer)).toEqual(['emma.epub']);
});
