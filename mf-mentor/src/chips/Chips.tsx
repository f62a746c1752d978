import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { scrollFade } from '@lectern/shared-ui/scrollFade.styles.ts';
import { color, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ChapterChip } from './ChapterChip.tsx';
import { type MentorChip, mentorChips } from './chips.ts';
import { inOrderOf } from './keywords.ts';
import { type ChipRequest, type ChipScope, requestFor } from './requestFor.ts';
import { WhoChip } from './WhoChip.tsx';

export interface ChipsProps {
  label: string;
  scope: ChipScope;
  /** What is typed: the chips are ordered by the words that they share with it. */
  line: string;
  /** Telling names to ask about. */
  names: readonly string[];
  /** The reader came with a quotation. */
  isQuoted?: boolean;
  disabled: boolean;
  /** All of them are seen, on several lines; otherwise one line that scrolls. */
  wraps?: boolean;
  /** Before the chips: where their book is chosen. */
  picker?: ReactNode;
  onAsk: (request: ChipRequest) => void;
  /** Only with a model, and where there is a text to translate. */
  onTranslate: (() => void) | undefined;
}

/** Everything that the mentor can do, each one click away. */
export function Chips({
  label,
  scope,
  line,
  names,
  isQuoted,
  disabled,
  wraps,
  picker,
  onAsk,
  onTranslate,
}: ChipsProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const shown = mentorChips.filter(
    ({ task, about }) =>
      (task !== 'translate' || onTranslate !== undefined) && (about !== 'book' || scope.book !== undefined),
  );
  const button = (chip: MentorChip) => {
    const name = t(chip.name);
    if (chip.task === 'chapter' && scope.book)
      return (
        <ChapterChip
          name={name}
          book={scope.book}
          disabled={disabled}
          onChoose={(chapter) => onAsk(requestFor(chip, scope, t, { chapter }))}
        />
      );
    if (chip.task === 'who')
      return (
        <WhoChip
          name={name}
          names={names}
          disabled={disabled}
          onChoose={(who) => onAsk(requestFor(chip, scope, t, { name: who }))}
        />
      );
    const onClick = chip.task === 'translate' ? onTranslate : () => onAsk(requestFor(chip, scope, t));
    return (
      <button type="button" disabled={disabled} onClick={onClick}>
        {name}
      </button>
    );
  };
  const words = t('Explain these words');
  return (
    // Browsers do not scroll to a partly visible element.
    <List
      aria-label={label}
      $wraps={wraps ?? false}
      onFocus={({ target }) => target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
    >
      {picker ? <li>{picker}</li> : null}
      {isQuoted ? (
        <li>
          <button
            type="button"
            disabled={disabled}
            onClick={() => onAsk({ task: 'explain', text: words, bookIds: scope.bookIds })}
          >
            {words}
          </button>
        </li>
      ) : null}
      {inOrderOf(line, shown, language, t).map((chip) => (
        <li key={chip.task}>{button(chip)}</li>
      ))}
    </List>
  );
}

const List = styled.ul.attrs({ role: 'list' })<{ $wraps: boolean }>`
  display: flex;
  flex-wrap: ${({ $wraps }) => ($wraps ? 'wrap' : 'nowrap')};
  gap: ${space(2)};
  padding-block: ${space(1)};
  overflow-x: auto;
  scrollbar-width: none;
  ${({ $wraps }) => ($wraps ? '' : scrollFade)}
  & > li { flex: none; }
  & > li > button {
    min-block-size: 2rem;
    padding-inline: ${space(3)};
    border: 1px solid ${color.line};
    border-radius: ${radius.round};
    background: ${color.surface};
    color: ${color.textMuted};
    font-size: ${type.small};
    white-space: nowrap;
  }
  & > li > button:hover:not(:disabled) { border-color: ${color.accent}; color: ${color.accent}; }
  & > li > button:disabled { opacity: 0.55; }
  & select {
    min-block-size: 2rem;
    max-inline-size: 11rem;
    padding-block: 0;
    border-radius: ${radius.round};
    font-size: ${type.small};
  }
  @media ${media.narrow} { & select { max-inline-size: 8rem; } }
  @media (hover: none) { & > li > button, & select { min-block-size: ${touchTarget}; } }
`;
