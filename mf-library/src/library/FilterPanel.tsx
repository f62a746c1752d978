import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { formatName, languageName } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { ListFilter } from 'lucide-react';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import {
  accessibilityFacets,
  accessibilityName,
  type Facet,
  facetsOf,
  type ShelfFilters,
  tagFacets,
} from '../books/shelfFilters.ts';
import { useCollections } from '../collections/useCollections.ts';
import type { Narrowing } from './useShelf.ts';

/** Maximum number of options; the field for title or author finds the others. */
const maxOptions = 300;

interface FilterPanelProps {
  books: readonly Book[];
  narrowing: Narrowing;
}

/** The filters; each change takes effect at once. */
export function FilterPanel({ books, narrowing }: FilterPanelProps) {
  const { filters, setFilters, query, setQuery } = narrowing;
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const { collections } = useCollections();
  const facets = useMemo(
    () => ({
      author: facetsOf(books.map(({ author }) => author)),
      genre: facetsOf(books.map(({ genre }) => genre)),
      language: facetsOf(books.map(({ language }) => language)),
      format: facetsOf(books.map(({ format }) => format)),
      tag: tagFacets(books),
      series: facetsOf(books.map(({ series }) => series)),
      accessibility: accessibilityFacets(books),
    }),
    [books],
  );
  const choose = (name: keyof ShelfFilters, value: string) =>
    setFilters({ ...filters, [name]: value === '' ? undefined : value });
  const field = (
    name: keyof typeof facets,
    label: string,
    any: string,
    wordsOf: (value: string) => string = (value) => value,
  ) =>
    facets[name].length === 0 ? null : (
      <Select
        label={label}
        value={filters[name] ?? ''}
        onChange={(value) => choose(name, value)}
        options={[
          { value: '', label: any },
          ...options(facets[name], filters[name]).map(({ value, count }) => ({
            value,
            label: `${wordsOf(value)} (${count})`,
          })),
        ]}
      />
    );
  return (
    <Fields>
      <TextField
        label={t('Title or author')}
        type="search"
        icon={<ListFilter />}
        value={query}
        onChange={setQuery}
      />
      {field('author', t('Author'), t('Any author'))}
      {field('genre', t('Genre'), t('Any genre'))}
      {field('tag', t('Tag'), t('Any tag'))}
      {field('series', t('Series'), t('Any series'))}
      {field('language', t('Language'), t('Any language'), (value) => languageName(value, language))}
      {field('accessibility', t('Accessibility'), t('Any accessibility'), (value) =>
        accessibilityName(value, t),
      )}
      {field('format', t('Format'), t('Any format'), (value) => formatName(value, t))}
      {collections.length === 0 ? null : (
        <Select
          label={t('Collection')}
          value={filters.collection ?? ''}
          onChange={(value) => choose('collection', value)}
          options={[
            { value: '', label: t('Any collection') },
            ...collections.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <Checkbox
        label={t('Available offline')}
        checked={filters.offline === 'yes'}
        onChange={(checked) => choose('offline', checked ? 'yes' : '')}
      />
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          setFilters({});
          setQuery('');
        }}
        disabled={query === '' && isEmpty(filters)}
      >
        {t('Clear the filters')}
      </Button>
    </Fields>
  );
}

const Fields = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-items: end;
  gap: ${space(4)};
  & > * { min-inline-size: 0; }
  & > :first-child { grid-column: 1 / -1; }
  @media ${media.narrow} { grid-template-columns: 1fr; }
`;

const isEmpty = (filters: ShelfFilters) => Object.values(filters).every((value) => value === undefined);

/** The most frequent values, alphabetically, and the selected one in any case. */
function options(facets: readonly Facet[], chosen: string | undefined): Facet[] {
  const most = facets.slice(0, maxOptions);
  if (chosen !== undefined && !most.some(({ value }) => value === chosen))
    most.push(facets.find(({ value }) => value === chosen) ?? { value: chosen, count: 0 });
  return most.sort((a, b) => a.value.localeCompare(b.value));
}
