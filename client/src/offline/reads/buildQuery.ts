import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { applyOptimistic } from '@lectern/shared-contracts/sync/anyAction.ts';
import type { ApiClient } from '../../api/client.ts';
import { fetchWholeList, isWholeList } from '../../api/wholeList.ts';
import type { ActionTypes } from '../common/actionTypes.ts';
import { fetchAllPages, type Page } from './allPages.ts';
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

/**
 * Asks the server for one read; the pages of a list are combined.
 * @param onPart called with a list that is not complete yet
 */
function fetchQuery<K extends ReadKey>(
  api: Pick<ApiClient, 'call'>,
  key: K,
  request: CallRequest<K>,
  { userId, allPages }: Pick<QueryKey, 'userId' | 'allPages'>,
  onPart: (part: CallResponse<K>) => void,
): Promise<CallResponse<K>> {
  const options = { as: userId };
  if (!allPages)
    return isWholeList(key, request)
      ? fetchWholeList(api, key, request, options, onPart)
      : api.call(key, request, options);
  const { query = {} } = request as { query?: Record<string, unknown> };
  const fetchPage = (limit: number, offset: number): Promise<Page> => {
    const page = { ...(request as object), query: { ...query, limit, offset } };
    return api.call(key, page as CallRequest<K>, options) as Promise<Page>;
  };
  const pages = fetchAllPages(fetchPage, (part) => onPart(part as CallResponse<K>));
  return pages as Promise<CallResponse<K>>;
}
