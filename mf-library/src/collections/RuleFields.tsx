import type { Book, BookStatus } from '@lectern/shared-contracts/api/books.ts';
import type { SmartRule } from '@lectern/shared-contracts/api/collections.ts';
import { languageName, statusLabels } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { smartRuleTest } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { FieldError } from '@lectern/shared-ui/Field.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useId, useMemo } from 'react';
import { styled } from 'styled-components';
import { facetsOf, tagFacets } from '../books/shelfFilters.ts';

const statuses: readonly BookStatus[] = ['unread', 'reading', 'paused', 'completed'];
const spans = [7, 30, 90, 365] as const;
/** Maximum number of authors listed; typing finds the others. */
const maxOptions = 300;

interface RuleFieldsProps {
  rule: SmartRule;
  onRule: (rule: SmartRule) => void;
  books: readonly Book[];
  /** What is wrong with the rule. */
  error?: string;
}

/** Conditions of a smart collection; all of them must hold. */
export function RuleFields({ rule, onRule, books, error }: RuleFieldsProps) {
  const t = useTranslate();
  const errorId = useId();
  const language = useReadable(useHost().i18n.language);
  const facets = useMemo(
    () => ({
      authors: facetsOf(books.map(({ author }) => author)).slice(0, maxOptions),
      genres: facetsOf(books.map(({ genre }) => genre)).slice(0, maxOptions),
      tags: tagFacets(books).slice(0, maxOptions),
      languages: facetsOf(books.map(({ language }) => language)),
    }),
    [books],
  );
  const fitting = useMemo(() => books.filter(smartRuleTest(rule, Date.now())).length, [books, rule]);
  const set = (changes: Partial<SmartRule>) => {
    const next = Object.entries({ ...rule, ...changes }).filter(([, value]) => value !== undefined);
    onRule(Object.fromEntries(next) as SmartRule);
  };
  const one = (name: keyof typeof facets, label: string, any: string) => (
    <Select
      label={label}
      value={rule[name]?.[0] ?? ''}
      onChange={(value) => set({ [name]: value === '' ? undefined : [value] })}
      options={[
        { value: '', label: any },
        ...facets[name].map(({ value, count }) => ({
          value,
          label: `${name === 'languages' ? languageName(value, language) : value} (${count})`,
        })),
      ]}
    />
  );
  const toggle = (status: BookStatus, on: boolean) => {
    const next = statuses.filter((other) => (other === status ? on : rule.statuses?.includes(other)));
    set({ statuses: next.length === 0 ? undefined : next });
  };
  return (
    <Fields name="rule" tabIndex={-1} aria-describedby={error ? errorId : undefined}>
      <legend>{t('The books that…')}</legend>
      <Stack gap={4}>
        {one('authors', t('Author'), t('Any author'))}
        {one('genres', t('Genre'), t('Any genre'))}
        {one('tags', t('Tag'), t('Any tag'))}
        {one('languages', t('Language'), t('Any language'))}
        <ChipGroup label={t('Status')}>
          {statuses.map((status) => (
            <Chip
              key={status}
              pressed={rule.statuses?.includes(status) ?? false}
              onChange={(on) => toggle(status, on)}
            >
              {t(statusLabels[status])}
            </Chip>
          ))}
        </ChipGroup>
        <Select
          label={t('Your rating')}
          value={String(rule.rating ?? '')}
          onChange={(value) => set({ rating: value === '' ? undefined : Number(value) })}
          options={[
            { value: '', label: t('Any rating') },
            ...[5, 4, 3, 2, 1].map((count) => ({
              value: String(count),
              label: t('{{count}} stars or more', { count }),
            })),
          ]}
        />
        <Select
          label={t('Added')}
          value={String(rule.addedWithin ?? '')}
          onChange={(value) => set({ addedWithin: value === '' ? undefined : Number(value) })}
          options={[
            { value: '', label: t('Any time') },
            ...spans.map((count) => ({ value: String(count), label: t('within {{count}} days', { count }) })),
          ]}
        />
        <TextField
          label={t('Words in title, author, series, genre or tags')}
          value={rule.text ?? ''}
          maxLength={200}
          onChange={(text) => set({ text: text === '' ? undefined : text })}
        />
        <Checkbox
          label={t('Only favorites')}
          checked={rule.favorite === true}
          onChange={(on) => set({ favorite: on ? true : undefined })}
        />
      </Stack>
      <p role="status">{t('{{count}} books fit now.', { count: fitting })}</p>
      {error ? (
        <FieldError id={errorId} role="alert">
          {error}
        </FieldError>
      ) : null}
    </Fields>
  );
}

const Fields = styled.fieldset`
  padding: 0;
  border: 0;
  & > legend { margin-block-end: ${space(3)}; padding: 0; font-size: ${type.small}; font-weight: 550; }
  & > [role='status'] { margin-block-start: ${space(4)}; color: ${color.textMuted}; font-size: ${type.small}; }
`;
