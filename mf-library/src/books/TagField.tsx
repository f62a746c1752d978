import { cleanTags, hasTag, mostTags, tagLength } from '@lectern/shared-contracts/domain/books/tags.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { useKnownBooks } from '../data/useBooks.ts';
import { tagFacets } from './shelfFilters.ts';

/** Suggestions in the list of the browser. */
const maxSuggestions = 200;

interface TagFieldProps {
  label: string;
  tags: readonly string[];
  onTags: (tags: string[]) => void;
}

/**
 * Tags as buttons that remove them, and a field that suggests those of all books. Enter, a comma or leaving it adds.
 */
export function TagField({ label, tags, onTags }: TagFieldProps) {
  const t = useTranslate();
  const list = useId();
  const [typed, setTyped] = useState('');
  const suggestions = tagFacets(useKnownBooks()).filter(({ value }) => !hasTag(tags, value));
  const isFull = tags.length >= mostTags;
  const add = (words: string) => {
    setTyped('');
    const next = cleanTags([...tags, words]).slice(0, mostTags);
    if (next.length > tags.length) onTags(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || typed.trim() === '' || !['Enter', ','].includes(event.key)) return;
    event.preventDefault();
    add(typed);
  };
  return (
    <div>
      <TextField
        label={label}
        hint={
          isFull
            ? t('A book can have 50 tags. Remove some of them to add others.')
            : t('Press Enter to add a tag.')
        }
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
        maxLength={tagLength}
        disabled={isFull}
        list={list}
        autoComplete="off"
      />
      <datalist id={list}>
        {suggestions.slice(0, maxSuggestions).map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {tags.length === 0 ? null : (
        <Row role="list" aria-label={label}>
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                size="small"
                icon={<X />}
                aria-label={t('Remove {{name}}', { name: tag })}
                onClick={() => onTags(tags.filter((other) => other !== tag))}
              >
                <bdi>{tag}</bdi>
              </Button>
            </li>
          ))}
        </Row>
      )}
    </div>
  );
}

const Row = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-block-start: ${space(2)};
  & > li { max-inline-size: 100%; }
  & button { max-inline-size: 100%; overflow-wrap: anywhere; white-space: normal; }
`;
