/** Limits on files and directory entries of one drop: a folder may hold a whole disk. */
const maxBooks = 5_000;
const maxEntries = 200_000;

/**
 * The files of a drop, including book files in nested folders. Must be called synchronously in the
 * drop handler: the browser discards the data afterwards.
 */
export function filesOfDrop(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  const entries = Array.from(transfer.items ?? [], (item) => item.webkitGetAsEntry?.() ?? null);
  const plain = Array.from(transfer.files);
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain);
  return booksIn(entries.filter((entry) => entry !== null));
}

/** Unreadable entries are skipped. */
async function booksIn(start: readonly FileSystemEntry[]): Promise<File[]> {
  const books: File[] = [];
  const queue = [...start];
  for (let at = 0; at < queue.length && at < maxEntries && books.length < maxBooks; at += 1) {
    const entry = queue[at];
    if (entry?.isDirectory)
      queue.push(...(await entriesOf(entry as FileSystemDirectoryEntry).catch(() => [])));
    else if (entry && isBookName(entry.name)) {
      const file = await fileOf(entry as FileSystemFileEntry).catch(() => null);
      if (file) books.push(file);
    }
  }
  return books;
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** readEntries returns entries in batches until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** In folders, only files with a known extension count. */
export function booksByName(files: readonly File[]): File[] {
  return files.filter(({ name }) => isBookName(name));
}

/** Formats that are known by their bytes. */
const bookNames = 'epub pdf fb2 fbz mobi azw azw3 prc cbz cbr cb7 docx'.split(' ');
const textNames = 'txt md markdown html htm xhtml'.split(' ');
/** Files of shops, for which the server says why they cannot be opened. */
const lockedNames = ['acsm', 'kfx'];

/** The `accept` of an input for any book, and of one for books that are no PDF. */
export const acceptedBooks = acceptOf([...bookNames, ...textNames]);
export const acceptedOtherBooks = acceptOf([...bookNames, ...textNames].filter((name) => name !== 'pdf'));

function acceptOf(names: readonly string[]): string {
  const types = ['application/epub+zip', ...(names.includes('pdf') ? ['application/pdf'] : [])];
  return [...names.map((name) => `.${name}`), '.fb2.zip', ...types].join(',');
}

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** In folders, web pages and texts are seldom books. */
const isBookName = (name: string) =>
  !name.startsWith('.') && (bookNames.includes(extensionOf(name)) || /\.fb2\.zip$/i.test(name));

/** Other first bytes of books: RAR, 7z, and the database of Palm, whose name is before them. */
const hasSignature = (bytes: string) =>
  bytes.startsWith('Rar!\x1a\x07') ||
  bytes.startsWith('7z\xbc\xaf\x27\x1c') ||
  ['BOOKMOBI', 'TEXtREAd'].includes(bytes.slice(60, 68));

/** Whether a file is a book, by its first bytes, so that other files are not sent. The server checks further. */
export async function sniffBook(file: Blob & { name?: string }): Promise<'book' | 'pdf' | 'empty' | 'other'> {
  if (file.size === 0) return 'empty';
  const bytes = await firstBytes(file, 1_024);
  const extension = extensionOf(file.name ?? '');
  // Every EPUB is a ZIP archive; a PDF may have bytes before its header.
  if (bytes.startsWith('PK\x03\x04') || hasSignature(bytes)) return 'book';
  if (lockedNames.includes(extension) || /<(\w+:)?FictionBook[\s>]/.test(bytes)) return 'book';
  const isUtf16 = bytes.startsWith('\xff\xfe') || bytes.startsWith('\xfe\xff');
  if (textNames.includes(extension) && (isUtf16 || !bytes.includes('\0'))) return 'book';
  if (extension === 'fb2' && isUtf16) return 'book';
  return bytes.includes('%PDF-') ? 'pdf' : 'other';
}

/** Latin-1, one character per byte. */
async function firstBytes(file: Blob, count: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(0, count).arrayBuffer());
}
