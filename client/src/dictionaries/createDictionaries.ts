import { fetchFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { OfferedDictionary } from '@lectern/shared-contracts/api/words.ts';
import type { HostPreferences } from '@lectern/shared-contracts/contract/host.ts';
import type { Dictionary, HostDictionaries } from '@lectern/shared-contracts/contract/hostDictionaries.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import type { DictionaryProblemKind } from '@lectern/shared-contracts/domain/dictionary/dictionaryProblem.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { ApiClient } from '../api/client.ts';
import { addressOf } from '../common/basePath.ts';
import { ApiError, apiTexts, errorFromAnswer } from '../common/hostError.ts';
import { isQuotaError } from '../offline/common/isQuotaError.ts';
import type { DictionaryStore, StoredDictionary } from './dictionaryStore.ts';
import type { ImportAnswer } from './importDictionaries.ts';

export interface DictionariesPorts {
  api: Pick<ApiClient, 'call'>;
  preferences: HostPreferences;
  /** URL of this page; addresses of packs are relative to it. */
  origin: string;
  fetch?: typeof fetch;
  caches?: CacheStorage;
  /** Converts files to packs in a worker. */
  importFiles?(files: readonly File[]): Promise<ImportAnswer>;
}

const orderPreference = 'dictionaries.order';

/** Problems with added files. */
const problems: Record<DictionaryProblemKind, string> = {
  not_a_dictionary: text(
    'These files aren’t a dictionary. Choose the files of a StarDict or DICT dictionary.',
  ),
  missing_file: text(
    'A file of this dictionary is missing. Choose all of its files together: .ifo, .idx and .dict, or .index and .dict.',
  ),
  damaged: text('This dictionary is damaged, so it wasn’t added.'),
  too_large: text('This dictionary is too large: at most 300 MB a file and two million entries.'),
  empty: text('This dictionary has no entries.'),
  unsupported: text('This kind of dictionary isn’t supported.'),
};

/** Dictionaries in Cache Storage; each is one file that is searched in place. */
export function createDictionaries(ports: DictionariesPorts): HostDictionaries {
  const { api, preferences, origin, importFiles = importInWorker } = ports;
  const all = createWritable<readonly Dictionary[]>([]);
  const installed = createInstalled(() => ports.caches ?? globalThis.caches);
  let offered: readonly OfferedDictionary[] = [];
  const downloading = new Set<string>();
  let loading: Promise<void> | null = null;

  function show(): void {
    const order = preferences.watch<readonly string[]>(orderPreference, []).get();
    const rank = ({ id }: Dictionary) => (order.includes(id) ? order.indexOf(id) : order.length);
    const others = offered.filter(({ id }) => !installed.all.has(id));
    const dictionaries = [
      ...[...installed.all.values()].map(asInstalled),
      ...others.map((one) => asOffered(one, downloading.has(one.id))),
    ];
    all.set(dictionaries.toSorted((a, b) => rank(a) - rank(b)));
  }

  async function download(id: string): Promise<void> {
    if (downloading.has(id)) return;
    if (!offered.some((dictionary) => dictionary.id === id)) await refresh();
    const wanted = offered.find((dictionary) => dictionary.id === id);
    if (!wanted) throw new ApiError(apiTexts.network, 0, 'network');
    downloading.add(id);
    show();
    try {
      const pack = await fetchPack(new URL(wanted.pack_url, origin).href, ports.fetch);
      await installed.put({ id, source: 'server', pack });
    } catch (error) {
      throw problemOf(error);
    } finally {
      downloading.delete(id);
      show();
    }
  }

  async function refresh(): Promise<void> {
    offered = (await api.call('GET /dictionaries', {})).items;
    show();
  }

  return {
    all,
    load() {
      loading ??= installed
        .open()
        .then(show)
        .then(refresh)
        .catch(() => undefined)
        .finally(() => {
          loading = null;
        });
      return loading;
    },
    download,
    async add(files) {
      const answer = await importFiles(files).catch(() => ({ problem: 'damaged' as const }));
      if ('problem' in answer) throw new ApiError(problems[answer.problem], 0, answer.problem);
      try {
        for (const { id, pack } of answer.packs) await installed.put({ id, source: 'imported', pack });
      } catch (error) {
        throw problemOf(error);
      } finally {
        show();
      }
      return answer.packs.map(({ name }) => name);
    },
    async remove(id) {
      await installed.remove(id);
      show();
    },
    order(ids) {
      preferences.set(orderPreference, [...ids]);
      show();
    },
    async lookUp(request) {
      const { dictionariesFor, lookUp } = await import(
        '@lectern/shared-contracts/domain/dictionary/lookUp.ts'
      );
      const opened = await installed.open();
      show();
      const ready = all.get().filter(({ state }) => state === 'ready');
      const packs = dictionariesFor(ready, request.language).map(async ({ id }) => ({
        id,
        pack: await opened.open(id),
      }));
      const open = await Promise.all(packs);
      return lookUp(
        open.flatMap(({ id, pack }) => (pack ? [{ id, pack }] : [])),
        request,
      );
    },
  };
}

/** The dictionaries that are stored in this browser. The store is opened on first use. */
function createInstalled(caches: () => CacheStorage) {
  const all = new Map<string, StoredDictionary>();
  let opening: Promise<DictionaryStore> | null = null;

  async function openStore(): Promise<DictionaryStore> {
    const { openDictionaryStore } = await import('./dictionaryStore.ts');
    const store = await openDictionaryStore(caches());
    for (const dictionary of await store.list()) all.set(dictionary.id, dictionary);
    return store;
  }

  function open(): Promise<DictionaryStore> {
    opening ??= openStore();
    opening.catch(() => {
      opening = null;
    });
    return opening;
  }

  return {
    all,
    open,
    async put(pack: Parameters<DictionaryStore['put']>[0]): Promise<void> {
      const store = await open();
      all.set(pack.id, await store.put(pack));
    },
    async remove(id: string): Promise<void> {
      const store = await open();
      await store.remove(id);
      all.delete(id);
    },
  };
}

/** A dictionary that is stored in this browser. */
const asInstalled = ({ id, source, header, bytes }: StoredDictionary): Dictionary => ({
  id,
  source,
  state: 'ready',
  bytes,
  ...header,
});

/** A dictionary that the server offers. */
const asOffered = ({ id, name, from, to }: OfferedDictionary, isDownloading: boolean): Dictionary => ({
  id,
  name,
  from,
  to,
  state: isDownloading ? 'downloading' : 'offered',
  source: 'server',
  entries: null,
  bytes: null,
  license: null,
});

async function fetchPack(address: string, send: typeof fetch = (...args) => fetch(...args)): Promise<Blob> {
  const unreached = () => {
    throw new ApiError(apiTexts.network, 0, 'network');
  };
  const answer = await fetchFromServer(address, undefined, send).catch(unreached);
  if (!answer.ok) throw errorFromAnswer(answer.status, await answer.json().catch(() => null));
  return answer.blob().catch(unreached);
}

function problemOf(error: unknown): unknown {
  if (isQuotaError(error)) return new ApiError(apiTexts.storage, 0, 'storage');
  const kind = (error as { kind?: DictionaryProblemKind }).kind;
  return kind !== undefined && kind in problems ? new ApiError(problems[kind], 0, kind) : error;
}

function importInWorker(files: readonly File[]): Promise<ImportAnswer> {
  const worker = new Worker(addressOf('/dictionary-worker.js'), { name: 'dictionaries' });
  return new Promise<ImportAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImportAnswer>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The import could not be started.')));
    worker.postMessage(files);
  }).finally(() => worker.terminate());
}
