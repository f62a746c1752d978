import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import type { Letter } from './letterIndex.ts';

interface LetterIndexProps {
  letters: readonly Letter[];
  onChoose: (bookId: string) => void;
}

/** Letters that scroll the list to the first book of each. */
export function LetterIndex({ letters, onChoose }: LetterIndexProps) {
  const t = useTranslate();
  return (
    <Letters aria-label={t('A to Z')}>
      {letters.map(({ letter, bookId }) => (
        <button key={letter} type="button" onClick={() => onChoose(bookId)}>
          {letter}
        </button>
      ))}
    </Letters>
  );
}

const Letters = styled.nav`
  display: flex;
  gap: ${space(0.5)};
  margin-block-end: ${space(3)};
  overflow-x: auto;
  scrollbar-width: none;
  & > button {
    flex: 1 0 2rem;
    max-inline-size: 2.75rem;
    min-block-size: 2.25rem;
    padding: 0;
    border: 0;
    border-radius: ${radius.control};
    background: none;
    color: ${color.textMuted};
    font-size: ${type.small};
    font-weight: 550;
    &:hover { background: ${color.surfaceHover}; color: ${color.text}; }
    &:focus-visible { outline-offset: -2px; }
  }
`;
