/** A folder may hold a whole disk. */
const mostFiles = 5_000;

/**
 * The files of a drop. Of dropped folders, however deep, those that are named like a book. Must be called while the drop is being handled: the
 * browser forgets what was dropped right after.
 */
export function filesOfDrop(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<File[]> {
  const entries = Array.from(transfer.items ?? [], (item) => item.webkitGetAsEntry?.() ?? null);
  const plain = Array.from(transfer.files);
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain);
  return collect(entries.filter((entry) => entry !== null)).then(booksByName);
}

async function collect(start: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const queue = [...start];
  for (let entry = queue.shift(); entry && files.length < mostFiles; entry = queue.shift()) {
    if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry));
    else if (entry.isDirectory) queue.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
  }
  return files;
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A folder gives its entries in portions, until one is empty. */
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

/** Of a folder only what has the name of a book is looked at: the rest was not meant. */
export function booksByName(files: readonly File[]): File[] {
  return files.filter(({ name }) => /\.(epub|pdf)$/i.test(name) && !name.startsWith('.'));
}
