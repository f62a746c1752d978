import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { scrollFade } from '@lectern/shared-ui/scrollFade.styles.ts';
import { color, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { type MentorChip, mentorChips } from './chips.ts';
import { inOrderOf } from './keywords.ts';
import { Chapters, Names, PickerChip } from './PickerChips.tsx';
import type { Chosen } from './requestFor.ts';

export interface ChipsProps {
  label: string;
  /** The book of chips that are about one. */
  book: Book | undefined;
  /** What is typed: the chips are ordered by the words that they share with it. */
  line: string;
  /** Names to ask about. */
  names: readonly string[];
  /** Tasks that are not possible here. */
  without: readonly MentorChip['task'][];
  /** They stay in the tab order, so that the list can be scrolled by keyboard. */
  disabled: boolean;
  /** All of them are seen, on several lines; otherwise one line that scrolls. */
  wraps?: boolean;
  /** Before the chips: where their book is chosen. */
  picker?: ReactNode;
  onAsk: (chip: MentorChip, chosen?: Chosen) => void;
}

/** Everything that the mentor can do, each one click away. */
export function Chips({ label, book, line, names, without, disabled, wraps, picker, onAsk }: ChipsProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const shown = mentorChips.filter(
    ({ task, about }) => !without.includes(task) && (about !== 'book' || book !== undefined),
  );
  const button = (chip: MentorChip) => {
    const onAskThis = (chosen?: Chosen) => disabled || onAsk(chip, chosen);
    const shared = { name: t(chip.name), disabled, onAsk: onAskThis };
    if (chip.task === 'chapter' && book)
      return <PickerChip {...shared}>{(ask) => <Chapters book={book} onAsk={ask} />}</PickerChip>;
    if (chip.task === 'who')
      return <PickerChip {...shared}>{(ask) => <Names names={names} onAsk={ask} />}</PickerChip>;
    return (
      <button type="button" aria-disabled={disabled} onClick={() => onAskThis()}>
        {shared.name}
      </button>
    );
  };
  return (
    // Browsers do not scroll to a partly visible element.
    <List
      aria-label={label}
      $wraps={wraps ?? false}
      onFocus={({ target }) => target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
    >
      {picker ? <li>{picker}</li> : null}
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
  /* Space for focus rings, which the scroll area would cut off. */
  margin: 0 -4px;
  padding: 4px;
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
  & > li > button:hover:not([aria-disabled='true']) { border-color: ${color.accent}; color: ${color.accent}; }
  & > li > button[aria-disabled='true'] { opacity: 0.55; cursor: default; }
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
