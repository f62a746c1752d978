import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
  /** Of the list of results. */
  listId: string;
  expanded: boolean;
  /** Of the result that Enter opens. */
  activeId: string | undefined;
}

/** The combobox: it keeps focus while the arrow keys move through the results. */
export function SearchField({
  label,
  value,
  onChange,
  onKeyDown,
  onClose,
  listId,
  expanded,
  activeId,
}: SearchFieldProps) {
  const t = useTranslate();
  return (
    <Line>
      <Search aria-hidden />
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={expanded}
        aria-controls={expanded ? listId : undefined}
        aria-activedescendant={expanded ? activeId : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={400}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {/* No tooltip: it would handle Escape before the panel does, and render with every key. */}
      <IconButton icon={<X />} label={t('Close search')} onClick={onClose} tooltip={false} />
    </Line>
  );
}

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding-block: ${space(3)};
  padding-inline: ${space(5)} ${space(3)};
  border-block-end: 1px solid ${color.line};
  & > svg { flex: none; inline-size: 1.375rem; block-size: 1.375rem; color: ${color.textMuted}; }
  & > input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 2.75rem;
    border: 0;
    background: none;
    font-family: ${font.reading};
    font-size: ${type.large};
    outline: none;
    text-overflow: ellipsis;
  }
  @media ${media.narrow} { padding-inline: ${space(4)} ${space(2)}; & > input::placeholder { font-size: ${type.small}; } }
`;
