import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { ApiClient } from '../../api/client.ts';
import { fetchWholeList, isWholeList } from '../../api/wholeList.ts';
import { fetchAllPages, type Page } from './allPages.ts';
import type { QueryKey } from './queryKey.ts';

/**
 * Asks the server for one read; the pages of a list are combined.
 * @param onPart called with a list that is not complete yet
 */
export function fetchQuery<K extends ReadKey>(
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
