import type { CallRequest, CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { type ReactNode, useState } from 'react';
import { QueryResult } from './QuerySection.tsx';

/** Lists of which one page after the other is shown. */
type PagedKey = 'GET /bin' | 'GET /versions/:kind/:id';
type Item<K extends PagedKey> = CallResponse<K>['items'][number];

interface ListPagesProps<K extends PagedKey> {
  read: K;
  /** The request of a page. */
  request: (cursor?: string) => CallRequest<K>;
  /** Of this page; none for the first. */
  cursor?: string;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** The last item of the page before. */
  last?: Item<K> | null;
  /** Renders the items of a page, and says which item came before them. */
  children: (items: readonly Item<K>[], last: Item<K> | null) => ReactNode;
}

/** A cached list by pages: the first, and the next when the reader asks for it. */
export function ListPages<K extends PagedKey>(props: ListPagesProps<K>) {
  const { read, request, cursor, empty, last = null, children } = props;
  const t = useTranslate();
  const { data } = useHost();
  const [isNextShown, setNextShown] = useState(false);
  const list = useData(read, request(cursor));
  const query = {
    value: list.status === 'ready' ? list.value : null,
    error: list.status === 'error' ? list.error : null,
    refetch: () => data.refresh(read),
  };
  return (
    <QueryResult query={query}>
      {({ items, next_cursor }) => {
        const shown: readonly Item<K>[] = items;
        if (shown.length === 0 && !next_cursor && last === null) return empty;
        return (
          <>
            {children(shown, last)}
            {next_cursor && isNextShown ? (
              <ListPages {...props} cursor={next_cursor} last={shown.at(-1) ?? last} />
            ) : null}
            {next_cursor && !isNextShown ? (
              <div>
                <Button onClick={() => setNextShown(true)}>{t('Show more')}</Button>
              </div>
            ) : null}
          </>
        );
      }}
    </QueryResult>
  );
}
