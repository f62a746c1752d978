import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyOptimistic } from '@lectern/shared-contracts/sync/applyOptimistic.ts';
import type { ApiClient } from '../../api/client.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import { fetchQuery } from './fetchQuery.ts';
import type { Freshness } from './freshness.ts';
import type { Persister } from './persister.ts';
import type { Answer } from './query.ts';
import type { CachedQuery, QueryCache } from './queryCache.ts';
import { type QueryKey, queryKey } from './queryKey.ts';
import { QueryObserver } from './queryObserver.ts';
import type { WaitingWrites } from './waitingWrites.ts';

/** Where the answers of a read come from, and which writes are applied to them. */
export interface AnswerPorts {
  api: Pick<ApiClient, 'call'>;
  persister: Persister;
  types: Pick<ActionTypes, 'get'>;
  /** Resolves once the waiting writes are known: stored answers are not shown without them. */
  waitingLoaded?(): Promise<void>;
  /** An answer made from the copies of this browser's own writes, for a read without any other answer. */
  answerFromCopies?<K extends ReadKey>(
    userId: string,
    key: K,
    request: CallRequest<K>,
  ): Promise<CallResponse<K> | undefined>;
}

export interface BuildPorts extends AnswerPorts {
  cache: QueryCache;
  waitingWrites: WaitingWrites;
  freshness: Freshness;
  isOffline(): boolean;
  now(): number;
}

/** Builds one read of the reader's data. @param ttl milliseconds for which an answer is fresh */
export function buildQuery<K extends ReadKey>(
  ports: BuildPorts,
  parts: QueryKey,
  key: K,
  request: CallRequest<K>,
  ttl: number,
): CachedQuery<K> {
  const { api, persister, types, cache, waitingWrites, freshness, isOffline, now } = ports;

  async function restore(): Promise<Answer<CallResponse<K>> | null> {
    await ports.waitingLoaded?.();
    const entry = await persister.read(parts);
    if (entry !== null || !isOffline()) return entry as Answer<CallResponse<K>> | null;
    const value = await ports.answerFromCopies?.(parts.userId, key, request).catch(() => undefined);
    return value === undefined ? null : { value, fetchedAt: 0 };
  }

  const query: CachedQuery<K> = {
    isLong: parts.allPages,
    observer: new QueryObserver<K>({
      key,
      request,
      now,
      isOffline,
      isFresh: (fetchedAt) => freshness.isFresh(fetchedAt, key, ttl),
      peek: () => persister.peek(parts) as Answer<CallResponse<K>> | null,
      restore,
      fetch(onPart) {
        query.isLong = parts.allPages;
        return fetchQuery(api, key, request, parts, (part) => {
          query.isLong = true;
          onPart(part);
        });
      },
      persist: (value) => runInBackground(persister.write(parts, value)),
      forget: () => runInBackground(persister.remove(parts)),
      waiting: () => waitingWrites.of(key),
      applyOptimistic: (value, actions) => applyOptimistic(key, request, value, actions, types.get),
      onUnwatched: () => cache.removeLater(queryKey(parts)),
    }),
  };
  return query;
}
