import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Lamp } from '@lectern/shared-ui/illustrations.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useBooks } from '../books.ts';

/** Before the first question. @param quoted whether the reader came with a quotation */
export function EmptyMentor({ quoted }: { quoted: boolean }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
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
  return (
    <Space>
      <Lamp />
      <h2>{t('Ask your own books')}</h2>
      <p>{t('Type words to find where your books have them, or choose a button below.')}</p>
    </Space>
  );
}

/** As wide as the field below it. */
const Space = styled.div`
  flex: 1;
  max-inline-size: 38rem;
  padding-block: ${space(4)} ${space(10)};
  & > svg { color: ${color.textMuted}; margin-block-end: ${space(4)}; margin-inline-start: -1.5rem; }
  @media ${media.narrow} { padding-block: 0 ${space(6)}; & > svg { display: none; } }
  & > h2 { margin-block-end: ${space(3)}; font-size: ${type.large}; }
  & > p { color: ${color.textMuted}; }
`;
