import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Lamp } from '@lectern/shared-ui/illustrations.tsx';
import { color, font, media, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useBooks } from '../books.ts';
import { exampleQuestions } from './exampleQuestions.ts';

export interface ExampleQuestionsProps {
  /** The reader came with a quotation. */
  quoted: boolean;
  onAsk: (question: string) => void;
}

/** The empty state: three questions about the reader's own books. */
export function ExampleQuestions({ quoted, onAsk }: ExampleQuestionsProps) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const highlights = useData('GET /highlights', {});
  const books = useBooks();
  if (quoted || books.status === 'loading') return <Space />;
  if (books.status === 'ready' && books.value.items.length === 0) {
    return (
      <Space>
        <EmptyState
          illustration={<Lamp />}
          title={t('A mentor needs books')}
          message={t('It answers from your own books. Upload a first book, and ask away.')}
          action={
            <Button variant="primary" as={Link} to="/upload">
              {t('Upload a book')}
            </Button>
          }
        />
      </Space>
    );
  }
  const shelf = books.status === 'ready' ? books.value.items : [];
  const marked = highlights.status === 'ready' ? highlights.value.items : [];
  return (
    <Column>
      <Lamp />
      <h2>{t('Ask your own books')}</h2>
      <ul>
        {exampleQuestions(t, shelf, marked).map((question) => (
          <li key={question}>
            <button type="button" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </Column>
  );
}

/** As wide as the field below it. */
const Space = styled.div`
  flex: 1;
  max-inline-size: 38rem;
`;

const Column = styled.div`
  flex: 1;
  max-inline-size: 38rem;
  padding-block: ${space(4)} ${space(10)};
  & > svg { color: ${color.textMuted}; margin-block-end: ${space(4)}; margin-inline-start: -1.5rem; }
  @media ${media.narrow} { padding-block: 0 ${space(6)}; & > svg { display: none; } }
  & > h2 { margin-block-end: ${space(3)}; font-size: ${type.large}; }
  & > ul { list-style: none; padding: 0; border-block-start: 1px solid ${color.line}; }
  & li { border-block-end: 1px solid ${color.line}; }
  & button {
    inline-size: 100%;
    min-block-size: ${touchTarget};
    padding: ${space(3)} ${space(2)};
    border: 0;
    background: none;
    font-family: ${font.reading};
    font-size: ${type.large};
    line-height: 1.35;
    text-align: start;
  }
  & button:hover { background: ${color.surfaceHover}; color: ${color.accent}; }
`;
