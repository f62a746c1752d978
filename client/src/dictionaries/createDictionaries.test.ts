/** @jest-environment node */
import type { HostPreferences } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { starDictFiles } from '@lectern/shared-contracts/testing/dictionaryFiles.ts';
import { createDictionaries } from './createDictionaries.ts';
import { importDictionaries } from './importDictionaries.ts';

/** An in-memory cache of Cache Storage. */
function memoryCaches() {
  const kept = new Map<string, Blob>();
  const state = { full: false };
  const cache = {
    async put(key: string, response: Response) {
      if (state.full) throw new DOMException('No room.', 'QuotaExceededError');
      kept.set(key, await response.blob());
    },
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    delete: async (key: string) => kept.delete(key),
    keys: async () => [...kept.keys()].map((key) => ({ url: `https://lectern.test${key}` })),
  };
  return { caches: { open: async () => cache } as unknown as CacheStorage, kept, state };
}

function memoryPreferences(): HostPreferences {
  const values = new Map<string, Writable<unknown>>();
  const of = (name: string, initial: unknown) => {
    const known = values.get(name) ?? createWritable(initial);
    values.set(name, known);
    return known;
  };
  return {
    watch: (name, initial) => of(name, initial) as never,
    set: (name, value) => of(name, value).set(value),
  };
}

async function setUp({ online = true, storage = memoryCaches(), preferences = memoryPreferences() } = {}) {
  const [answer] = await packs('en-de', { house: 'Haus' });
  const state = { online, pack: answer };
  const dictionaries = createDictionaries({
    api: {
      call: async () => {
        if (!state.online) throw new Error('offline');
        const one = { id: 'w', name: 'WordNet', from: 'en', to: 'en', version: '1', pack_url: '/v1/pack' };
        return { items: [one] } as never;
      },
    },
    preferences,
    origin: 'https://lectern.test',
    caches: storage.caches,
    fetch: async () => {
      if (!state.online) throw new TypeError('offline');
      return new Response(state.pack, { headers: { 'Lectern-Api': '1' } });
    },
    importFiles: importDictionaries,
  });
  await dictionaries.load();
  const shown = () => dictionaries.all.get().map(({ id, state: how, entries }) => [id, how, entries]);
  const words = async (text: string, language = 'en') =>
    (await dictionaries.lookUp({ text, language })).map(({ entry }) => entry.text);
  return { dictionaries, state, storage, preferences, shown, words };
}

async function packs(name: string, entries: Record<string, string>): Promise<Blob[]> {
  const answer = await importDictionaries(await starDictFiles(name, entries));
  return 'packs' in answer ? answer.packs.map(({ pack }) => pack) : [];
}

test('a downloaded dictionary works offline, also after a reload', async () => {
  const first = await setUp();
  expect(first.shown()).toEqual([['w', 'offered', null]]);
  await first.dictionaries.download('w');
  expect(first.shown()).toEqual([['w', 'ready', 1]]);
  const again = await setUp({ online: false, storage: first.storage, preferences: first.preferences });
  expect(again.shown()).toEqual([['w', 'ready', 1]]);
  expect(await again.words('houses')).toEqual(['Haus']);
  await again.dictionaries.remove('w');
  expect([again.shown(), again.storage.kept.size]).toEqual([[], 0]);
});

test('the reader’s own dictionaries are searched in the chosen order, by the language of the text', async () => {
  const { dictionaries, shown, words } = await setUp();
  await dictionaries.download('w');
  const french = await starDictFiles('en-fr', { house: 'maison' });
  expect(await dictionaries.add([...french, ...(await starDictFiles('fr-en', { maison: 'house' }))])).toEqual(
    ['en-fr', 'fr-en'],
  );
  expect(await words('house')).toEqual(['Haus', 'maison']);
  dictionaries.order(['own-en-fr', 'w', 'own-fr-en']);
  expect(await words('house')).toEqual(['maison', 'Haus']);
  expect(await words('maisons', 'fr')).toEqual(['house']);
  expect(shown().map(([id]) => id)).toEqual(['own-en-fr', 'w', 'own-fr-en']);
});

test('a dictionary whose files are named as those of another does not replace it', async () => {
  const { dictionaries, words } = await setUp();
  await dictionaries.add(await starDictFiles('dictionary', { house: 'Haus' }, { title: 'German' }));
  await dictionaries.add(await starDictFiles('dictionary', { house: 'maison' }, { title: 'French' }));
  expect(await words('house')).toEqual(['Haus', 'maison']);
  await dictionaries.add(await starDictFiles('dictionary', { house: 'la maison' }, { title: 'French' }));
  expect(await words('house')).toEqual(['Haus', 'la maison']);
});

test('invalid files, a full disk and an invalid pack are reported, and nothing of them is stored', async () => {
  const { dictionaries, state, storage, shown } = await setUp();
  await expect(dictionaries.add([new File(['x'], 'book.epub')])).rejects.toThrow(/aren’t a dictionary/);
  const [ifo] = await starDictFiles('en-fr', { house: 'maison' });
  await expect(dictionaries.add(ifo ? [ifo] : [])).rejects.toThrow(/file of this dictionary is missing/);
  state.pack = new Blob(['<html>a page of a proxy</html>']);
  await expect(dictionaries.download('w')).rejects.toThrow(/aren’t a dictionary/);
  storage.state.full = true;
  await expect(dictionaries.add(await starDictFiles('en-fr', { house: 'maison' }))).rejects.toMatchObject({
    code: 'storage',
  });
  expect([shown(), storage.kept.size]).toEqual([[['w', 'offered', null]], 0]);
});
