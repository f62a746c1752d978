import type { HostUploads, UploadItem } from '../contract/host.ts';
import { createWritable } from '../contract/readable.ts';

/** Uploads that send nothing: they record what was added, and show what the test sets. */
export function createTestUploads() {
  const items = createWritable<readonly UploadItem[]>([]);
  const addedFiles: File[] = [];
  const filledBooks: string[] = [];
  const replacedBooks: string[] = [];
  const setState = (id: string, state: UploadItem['state']) =>
    items.set(items.get().map((item) => (item.id === id ? { ...item, state } : item)));
  const host: HostUploads = {
    items,
    async add(files, forBook) {
      addedFiles.push(...files);
      if (forBook) filledBooks.push(forBook);
    },
    async replace(file, bookId) {
      addedFiles.push(file);
      replacedBooks.push(bookId);
    },
    pause: (id) => setState(id, 'paused'),
    resume: (id) => setState(id, 'sending'),
    async cancel(id) {
      items.set(items.get().filter((item) => item.id !== id));
    },
    clearFinished: () => items.set(items.get().filter((item) => item.state !== 'done')),
  };
  return { host, items, addedFiles, filledBooks, replacedBooks };
}
