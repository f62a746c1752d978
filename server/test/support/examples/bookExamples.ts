import { randomUUID } from 'node:crypto';
import type { formRoutes } from '@lectern/shared-contracts/api/annotations.ts';
import type { bookRoutes } from '@lectern/shared-contracts/api/books.ts';
import type { collectionRoutes } from '@lectern/shared-contracts/api/collections.ts';
import type { bookFileRoutes, folderRoutes, uploadRoutes } from '@lectern/shared-contracts/api/uploads.ts';
import sharp from 'sharp';
import { addBook } from '../books.ts';
import { makeEpub } from '../epub.ts';
import { addFolderRow } from '../folders/readersFolder.ts';
import { begin, send } from '../tus.ts';
import { stage, uploadBook } from '../uploads.ts';
import { type ExampleContext, type Examples, plain } from './example.ts';

const now = () => new Date().toISOString();
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Requests about books and how they come into the library. */
export function bookExamples({
  server,
  admin,
  bookId,
}: ExampleContext): Examples<
  typeof bookRoutes &
    typeof bookFileRoutes &
    typeof uploadRoutes &
    typeof folderRoutes &
    typeof collectionRoutes &
    typeof formRoutes
> {
  const userId = admin.user?.id ?? '';
  const book = { params: { id: bookId } };
  const newBook = () => addBook(server.services, userId);
  const newFile = async () => {
    const { id } = await uploadBook(admin, await makeEpub({ title: randomUUID() }));
    const bytes = await makeEpub();
    const begun = await begin(admin, bytes.length, { metadata: { filename: 'b.epub', book: id } });
    await send(admin, begun.headers.get('location') ?? '', bytes);
    const { items } = await admin.call('GET /books/:id/files', { params: { id } });
    return { id, file: items.find(({ current }) => !current)?.id ?? '' };
  };
  const newUpload = () => stage(server.services, userId, null, { state: 'receiving', size: 10 });
  const newCollection = async () => {
    const id = randomUUID();
    await admin.call('PUT /collections/:id', { params: { id }, body: shelf });
    return id;
  };
  const shelf = { name: 'Sea', description: null, color: null, icon: null, bookIds: [bookId] };
  const newFolder = async () => ({ id: await addFolderRow(server.services, userId) });
  return {
    'GET /folders': plain(),
    'GET /folders/:id/files': async () => ({ params: await newFolder() }),
    'POST /folders/:id/gone': async () => ({ params: await newFolder(), body: { books: 'bin' } }),
    'GET /books': plain(),
    'GET /books/:id': plain(book),
    'PATCH /books/:id': async () => ({
      params: { id: await newBook() },
      body: { title: 'Moby', favorite: true },
    }),
    'DELETE /books/:id': async () => ({ params: { id: await newBook() } }),
    'PUT /books/:id/cover': async () => {
      const image = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#224' } })
        .png()
        .toBuffer();
      return { params: { id: await newBook() }, body: { image: image.toString('base64') } };
    },
    'POST /books/import': plain({
      body: { items: [{ title: 'Listed', author: 'Somebody', status: 'unread' }] },
    }),
    'POST /books/tags': plain({ body: { tag: 'sea', to: 'Ocean' } }),
    'POST /books/:id/perhaps-same': async () => {
      const perhaps_same_as = await newBook();
      return {
        params: { id: await addBook(server.services, userId, { perhaps_same_as, format: 'none' }) },
        body: { same: true },
      };
    },
    'POST /books/:id/join': async () => ({
      params: { id: await newBook() },
      body: { other: await addBook(server.services, userId, { format: 'none', sha256: null }) },
    }),
    'GET /books/:id/files': plain(book),
    'POST /books/:id/files/:file/read': async () => ({ params: await newFile() }),
    'POST /books/:id/files/:file/separate': async () => ({ params: await newFile() }),
    'DELETE /books/:id/files/:file': async () => ({ params: await newFile() }),
    'GET /books/:id/manifest': plain(book),
    'GET /books/:id/text': plain(book),
    'GET /books/:id/progress': plain(book),
    'PUT /books/:id/progress': plain({
      ...book,
      body: { current_page: 1, total_pages: 2, percentage: 50, updated_at: inOneHour() },
    }),
    'GET /books/:id/places': plain(book),
    'GET /books/:id/search': plain({ ...book, query: { q: 'Ishmael' } }),
    'POST /guide': plain(),
    'POST /covers-enhanced/ensure': async () => ({ body: { bookId: await newBook() } }),
    'GET /uploads': plain(),
    'GET /uploads/:id': async () => ({ params: { id: await newUpload() } }),
    'DELETE /uploads/:id': async () => ({ params: { id: await newUpload() } }),
    'GET /collections': plain(),
    'PUT /collections/:id': plain({ params: { id: randomUUID() }, body: shelf }),
    'DELETE /collections/:id': async () => ({ params: { id: await newCollection() } }),
    'GET /books/:id/form': plain(book),
    'PUT /books/:id/form': plain({ ...book, body: { values: { name: 'Ann' }, updated_at: now() } }),
  };
}
