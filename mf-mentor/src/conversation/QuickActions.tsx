import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { scrollFade } from '@lectern/shared-ui/scrollFade.styles.ts';
import { color, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { shortTitle } from '../books.ts';

export interface QuickAction {
  task: MentorTask;
  question: string;
  bookId: string | null;
}

export interface QuickActionsProps {
  /** The book of the conversation: the chosen one, else the current one. */
  book: Book | undefined;
  quoted: boolean;
  disabled: boolean;
  onAsk: (action: QuickAction) => void;
}

/** Buttons for common requests. */
export function QuickActions({ book, quoted, disabled, onAsk }: QuickActionsProps) {
  const t = useTranslate();
  return (
    // Browsers do not scroll to a partly visible element.
    <List
      aria-label={t('Ask for')}
      onFocus={({ target }) => target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })}
    >
      {quickActions(t, book, quoted).map((action) => (
        <li key={action.task}>
          <button type="button" disabled={disabled} onClick={() => onAsk(action)}>
            {action.question}
          </button>
        </li>
      ))}
    </List>
  );
}

/** In the reader's language; `task` tells the server the intent. */
function quickActions(t: Translate, book: Book | undefined, quoted: boolean): QuickAction[] {
  if (quoted) return [{ task: 'explain', question: t('Explain these words'), bookId: book?.id ?? null }];
  const ofBook = (task: MentorTask, question: string): QuickAction[] =>
    book ? [{ task, question, bookId: book.id }] : [];
  const title = shortTitle(book?.title ?? '');
  return [
    ...ofBook('summary', t('What has happened so far in {{title}}?', { title })),
    ...ofBook('quiz', t('Quiz me on {{title}}', { title })),
    { task: 'connect', question: t('Connect what I marked with my other books'), bookId: null },
    { task: 'plan', question: t('Make me a reading plan'), bookId: null },
    ...ofBook('review', t('Turn my highlights in {{title}} into a review', { title })),
  ];
}

const List = styled.ul.attrs({ role: 'list' })`
  display: flex;
  gap: ${space(2)};
  margin-block-end: ${space(2)};
  padding-block: ${space(1)};
  overflow-x: auto;
  scrollbar-width: none;
  ${scrollFade}
  & button {
    min-block-size: 2rem;
    padding-inline: ${space(3)};
    border: 1px solid ${color.line};
    border-radius: ${radius.round};
    background: ${color.surface};
    color: ${color.textMuted};
    font-size: ${type.small};
    white-space: nowrap;
  }
  /* Never wider than the row, so that the focused one is completely visible. */
  & > li { flex: none; max-inline-size: 100%; }
  @media ${media.narrow} {
    & button { padding-block: ${space(1)}; border-radius: ${radius.sheet}; text-align: start; white-space: normal; }
    & > li { max-inline-size: 80%; }
  }
  & button:hover:not(:disabled) { color: ${color.accent}; border-color: ${color.accent}; }
  /* Above the floating buttons. */
  @media ${media.narrow} { margin-block-end: ${space(20)}; }
  @media (hover: none) { & button { min-block-size: ${touchTarget}; } }
`;
