import { fetchWholeList, isWholeList } from '@lectern/client/api/wholeList.ts';
import { asHostError } from '@lectern/client/common/hostError.ts';
import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { HostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { type ReactNode, useCallback, useEffect, useState } from 'react';

interface QuerySectionProps<T> {
  title: string;
  query: UncachedQuery<T>;
  actions?: ReactNode;
  /** Whether a value has nothing to show, so that the section is left out. */
  isEmpty?: (value: T) => boolean;
  children: (value: T) => ReactNode;
}

/** A section of a page with its own query, which loads and fails independently. */
export function QuerySection<T>({ title, query, actions, isEmpty, children }: QuerySectionProps<T>) {
  if (query.value !== null && query.error === null && isEmpty?.(query.value)) return null;
  return (
    <Card title={title} actions={actions}>
      <QueryResult query={query}>{children}</QueryResult>
    </Card>
  );
}

/** Renders the result of a query, or its loading or error state. */
export function QueryResult<T>({ query, children }: Pick<QuerySectionProps<T>, 'query' | 'children'>) {
  const t = useTranslate();
  const { value, error, refetch } = query;
  return (
    <>
      {error ? (
        <Banner
          tone="danger"
          message={t(error.message)}
          action={
            <Button size="small" onClick={refetch}>
              {t('Try Again')}
            </Button>
          }
        />
      ) : null}
      {value === null && error === null ? (
        <div role="status" aria-busy="true" aria-label={t('Loading…')}>
          <Skeleton shape="block" />
        </div>
      ) : null}
      {value === null ? null : children(value)}
    </>
  );
}

interface UncachedQuery<T> {
  /** The last data, kept while refetching. */
  value: T | null;
  error: HostError | null;
  /** Refetches the data. */
  refetch: () => void;
}

/** A query without a cache: data of other readers must not be stored in the browser. */
export function useUncachedQuery<K extends ReadKey>(
  key: K,
  request: CallRequest<K>,
): UncachedQuery<CallResponse<K>> {
  const { api } = useHost();
  const [value, setValue] = useState<CallResponse<K> | null>(null);
  const [error, setError] = useState<HostError | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let shown = true;
    const answer = isWholeList(key, request) ? fetchWholeList(api, key, request) : api.call(key, request);
    answer.then(
      (loaded) => {
        if (!shown) return;
        setValue(loaded);
        setError(null);
      },
      (failure) => shown && setError(asHostError(failure)),
    );
    return () => {
      shown = false;
    };
  }, [api, key, JSON.stringify(request), round]);

  return { value, error, refetch: useCallback(() => setRound((before) => before + 1), []) };
}
