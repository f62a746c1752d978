import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { memo } from 'react';
import { styled } from 'styled-components';
import type { Found, Group } from '../results/found.ts';
import { Option } from './Option.tsx';
import { ResultLine } from './ResultLine.tsx';

export interface ResultsProps {
  listId: string;
  found: readonly Found[];
  /** Index into `found`. */
  active: number;
  onOpen: (found: Found) => void;
}

/** What was found, by kind. */
export const Results = memo(function Results({ listId, found, active, onOpen }: ResultsProps) {
  const t = useTranslate();
  const groups: readonly [Group, string][] = [
    ['books', t('Books')],
    ['notes', t('Notes and highlights')],
    ['collections', t('Collections')],
    ['passages', t('Inside your books')],
    ['commands', t('Do')],
  ];
  return (
    <List role="listbox" id={listId} aria-label={t('Search results')}>
      {groups.map(([group, label]) => {
        const entries = found.flatMap((entry, index) => (entry.group === group ? [{ entry, index }] : []));
        if (entries.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox, not of fields
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <Title id={`${listId}-${group}`} role="presentation">
              {label}
            </Title>
            {entries.map(({ entry, index }) => (
              <Option
                key={entry.key}
                id={`${listId}-${index}`}
                active={index === active}
                onChoose={() => onOpen(entry)}
              >
                <ResultLine found={entry} />
              </Option>
            ))}
          </div>
        );
      })}
    </List>
  );
});

const List = styled.div`
  padding-block-end: ${space(3)};
`;

const Title = styled.div`
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  padding: ${space(2)} ${space(5)} ${space(1.5)};
  background: ${color.surfaceRaised};
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-weight: 600;
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;
