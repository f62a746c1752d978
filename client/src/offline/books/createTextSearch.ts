import type { Passage } from '@lectern/shared-contracts/api/books.ts';
import { addressOf } from '../../common/basePath.ts';
import type { SearchAnswer, SearchRequest } from './searchWorker.ts';

export type TextSearch = (request: Omit<SearchRequest, 'id'>) => Promise<readonly Passage[]>;

/** Searches in a worker, which is started by the first search. */
export function createTextSearch(
  start = () => new Worker(addressOf('/search-worker.js'), { name: 'search' }),
): TextSearch {
  let worker: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<readonly Passage[]>>();
  const begin = (): Worker => {
    const started = start();
    started.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
      const answer = waiting.get(data.id);
      waiting.delete(data.id);
      if ('passages' in data) answer?.resolve(data.passages);
      else answer?.reject(new Error(data.error));
    });
    started.addEventListener('error', () => {
      for (const answer of waiting.values()) answer.reject(new Error('The search could not be started.'));
      waiting.clear();
      worker = null;
    });
    return started;
  };
  return (request) => {
    worker ??= begin();
    lastId += 1;
    const answer = Promise.withResolvers<readonly Passage[]>();
    waiting.set(lastId, answer);
    worker.postMessage({ id: lastId, ...request } satisfies SearchRequest);
    return answer.promise;
  };
}
