import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { formatName, languageName } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { X } from 'lucide-react';
import { styled } from 'styled-components';
import { accessibilityName } from '../books/filterLabels.ts';
import { filterNames, type ShelfFilters } from '../books/shelfFilters.ts';

interface ActiveFiltersProps {
  filters: ShelfFilters;
  onFilters: (filters: ShelfFilters) => void;
  query: string;
  onQuery: (query: string) => void;
  /** The selected collection. */
  collection: Pick<Collection, 'name'> | undefined;
}

/** The active filters as chips that remove them. */
export function ActiveFilters({ filters, onFilters, query, onQuery, collection }: ActiveFiltersProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const wordsOf = (name: keyof ShelfFilters, value: string): string => {
    if (name === 'language') return languageName(value, language);
    if (name === 'format') return formatName(value, t);
    if (name === 'accessibility') return accessibilityName(value, t);
    if (name === 'collection') return collection?.name ?? t('A collection');
    return name === 'offline' ? t('Available offline') : value;
  };
  const active = filterNames.flatMap((name) => {
    const value = filters[name];
    const remove = () => onFilters({ ...filters, [name]: undefined });
    return value === undefined ? [] : [{ name: name as string, words: wordsOf(name, value), remove }];
  });
  if (query.trim() !== '') active.unshift({ name: 'query', words: query.trim(), remove: () => onQuery('') });
  if (active.length === 0) return null;
  return (
    <Row role="group" aria-label={t('Filters')}>
      {active.map(({ name, words, remove }) => (
        <Chip
          key={name}
          pressed
          icon={<X aria-hidden />}
          aria-label={t('Do not filter by {{name}}', { name: words })}
          onChange={remove}
        >
          <bdi>{words}</bdi>
        </Chip>
      ))}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-block-end: ${space(3)};
  & > * { max-inline-size: 100%; }
`;
