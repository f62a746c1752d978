import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import type { ReactNode } from 'react';
import type { UncachedQuery } from './useUncachedQuery.ts';

export interface QuerySectionProps<T> {
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
