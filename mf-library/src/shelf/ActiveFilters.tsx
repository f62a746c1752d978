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
  /** The selected collection. */
  collection: Pick<Collection, 'name'> | undefined;
}

/** The active filters as chips that remove them. */
export function ActiveFilters({ filters, onFilters, collection }: ActiveFiltersProps) {
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
    return value === undefined ? [] : [{ name, words: wordsOf(name, value) }];
  });
  if (active.length === 0) return null;
  return (
    <Row role="group" aria-label={t('Filters')}>
      {active.map(({ name, words }) => (
        <Chip
          key={name}
          pressed
          icon={<X aria-hidden />}
          aria-label={t('Do not filter by {{name}}', { name: words })}
          onChange={() => onFilters({ ...filters, [name]: undefined })}
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
  margin-block: -${space(2)} ${space(5)};
`;
