import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MentorTask } from '@lectern/shared-contracts/api/search.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export interface Favour {
  task: MentorTask;
  question: string;
  bookId: string | null;
}

export interface FavoursProps {
  /** The book that is talked about: the one chosen, else the one under way. */
  book: Book | undefined;
  quoted: boolean;
  disabled: boolean;
  onAsk: (favour: Favour) => void;
}

/** What the mentor can be asked for in a word. */
export function Favours({ book, quoted, disabled, onAsk }: FavoursProps) {
  const t = useTranslate();
  return (
    <List aria-label={t('Ask for')}>
      {favours(t, book, quoted).map((favour) => (
        <li key={favour.task}>
          <button type="button" disabled={disabled} onClick={() => onAsk(favour)}>
            {favour.question}
          </button>
        </li>
      ))}
    </List>
  );
}

/** In the reader's language; the task says the same to the server. */
function favours(t: Translate, book: Book | undefined, quoted: boolean): Favour[] {
  if (quoted) return [{ task: 'explain', question: t('Explain these words'), bookId: book?.id ?? null }];
  const ofBook = (task: MentorTask, question: string): Favour[] =>
    book ? [{ task, question, bookId: book.id }] : [];
  const title = (book?.title ?? '').split(/[:;(]/)[0]?.trim() ?? '';
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
  & button:hover:not(:disabled) { color: ${color.accent}; border-color: ${color.accent}; }
  /* Above what floats over the foot of the page. */
  @media ${media.narrow} { margin-block-end: ${space(20)}; }
  @media (hover: none) { & button { min-block-size: ${touchTarget}; } }
`;
