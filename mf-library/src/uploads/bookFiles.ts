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

const isBookName = (name: string) => /\.(epub|pdf)$/i.test(name) && !name.startsWith('.');

/** File type by its first bytes, so that other files are not sent. The server checks further. */
export async function sniffBook(file: Blob): Promise<'epub' | 'pdf' | 'empty' | 'other'> {
  if (file.size === 0) return 'empty';
  const bytes = await firstBytes(file, 1_024);
  // Every EPUB is a ZIP archive; a PDF may have bytes before its header.
  if (bytes.startsWith('PK\x03\x04')) return 'epub';
  return bytes.includes('%PDF-') ? 'pdf' : 'other';
}

/** Latin-1, one character per byte. */
async function firstBytes(file: Blob, count: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(0, count).arrayBuffer());
}
