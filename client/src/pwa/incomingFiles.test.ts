/** @jest-environment node */
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { receiveIncomingFiles, type SharedQuestion } from './incomingFiles.ts';
import { receiveShared } from './service-worker/sharedFiles.ts';

/** In-memory Cache Storage, as far as shared files need it. */
function memoryCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const address = (key: RequestInfo | URL) =>
    key instanceof Request ? key.url : `https://lectern.test${key}`;
  return {
    has: async (name: string) => stores.has(name),
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        put: async (key: string, response: Response) => {
          store.set(address(key), response);
        },
        keys: async () => [...store.keys()].map((url) => new Request(url)),
        match: async (key: Request) => store.get(address(key)),
        delete: async (key: Request) => store.delete(address(key)),
      };
    },
  } as unknown as CacheStorage;
}

const settled = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
};

describe('incoming files', () => {
  it('[PW-03] [S-07] files shared with the app are uploaded once the reader has agreed', async () => {
    const caches = memoryCaches();
    Object.assign(globalThis, { caches });
    const form = new FormData();
    form.append('books', new File(['words'], 'Émile & Co.epub', { type: 'application/epub+zip' }));
    const answer = await receiveShared(
      new Request('https://lectern.test/share-target', { method: 'POST', body: form }),
      'https://lectern.test',
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://lectern.test/upload']);

    const user = createWritable<{ id: string } | null>(null);
    const added: File[] = [];
    const question = createWritable<SharedQuestion | null>(null);
    receiveIncomingFiles({
      user,
      caches,
      launchQueue: null,
      add: async (files) => {
        added.push(...files);
      },
      question,
    });
    await settled();
    expect(question.get()).toBeNull();
    user.set({ id: 'u1' });
    await settled();
    expect(question.get()?.names).toEqual(['Émile & Co.epub']);
    expect(added).toEqual([]);
    question.get()?.answer(true);
    await settled();
    expect(added.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['Émile & Co.epub', 'application/epub+zip', 5],
    ]);
    user.set({ id: 'u2' });
    await settled();
    expect(question.get()).toBeNull();
    expect(added).toHaveLength(1);
  });

  it('[S-07] shared files are discarded when the reader declines, and their number is limited', async () => {
    const caches = memoryCaches();
    Object.assign(globalThis, { caches });
    const form = new FormData();
    for (let book = 0; book < 30; book += 1) form.append('books', new File(['x'], `${book}.epub`));
    const body = { method: 'POST', body: form };
    await receiveShared(new Request('https://lectern.test/share-target', body), 'https://lectern.test');
    const question = createWritable<SharedQuestion | null>(null);
    const added: File[] = [];
    const add = async (files: readonly File[]) => {
      added.push(...files);
    };
    const user = createWritable<{ id: string } | null>({ id: 'u1' });
    receiveIncomingFiles({ user, caches, launchQueue: null, question, add });
    await settled();
    expect(question.get()?.names).toHaveLength(20);
    question.get()?.answer(false);
    await settled();
    user.set({ id: 'u2' });
    await settled();
    expect([question.get(), added]).toEqual([null, []]);
  });

  it('[PW-03] files opened with the app are uploaded', async () => {
    const added: File[] = [];
    receiveIncomingFiles({
      user: createWritable({ id: 'u1' }),
      caches: null,
      add: async (files) => {
        added.push(...files);
      },
      question: createWritable(null),
      launchQueue: {
        setConsumer: (consumer) =>
          consumer({ files: [{ getFile: async () => new File(['x'], 'emma.pdf') }] }),
      },
    });
    await settled();
    expect(added.map(({ name }) => name)).toEqual(['emma.pdf']);
  });
});
