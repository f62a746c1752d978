import type { StatusFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Shelf } from '@lectern/shared-ui/illustrations/Shelf.tsx';

const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: text('matching'),
  reading: text('reading'),
  completed: text('completed'),
  unread: text('unread'),
};

interface NoResultsProps {
  filter: StatusFilter;
  query: string;
  onReset: () => void;
}

/** Shown when no book matches the filters. */
export function NoResults({ filter, query, onReset }: NoResultsProps) {
  const t = useTranslate();
  return (
    <EmptyState
      illustration={<Shelf />}
      title={t('No {{filter}} books', { filter: t(filterLabels[filter]) })}
      message={
        query.trim() === '' ? undefined : t('Nothing here has “{{query}}” in its title or author.', { query })
      }
      action={<Button onClick={onReset}>{t('Show all books')}</Button>}
    />
  );
}
