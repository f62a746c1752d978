import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** The words that the reader looked up in a book, each with its sentence, which opens in the book. */
export function BookWords({ bookId }: { bookId: string }) {
  const t = useTranslate();
  const { i18n, navigation } = useHost();
  const language = useReadable(i18n.language);
  const words = useData('GET /words', {});
  if (words.status === 'loading') return <Skeleton shape="paragraph" />;
  if (words.status === 'error') return <p role="alert">{t(words.error.message)}</p>;
  const items = words.value.items.filter(({ book_id }) => book_id === bookId);
  if (items.length === 0)
    return <p>{t('Select a word in a book and choose Look up. It’s kept here with its sentence.')}</p>;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <List aria-label={t('Words you looked up')}>
      {items.map((word) => (
        <li key={word.id}>
          <b lang={word.language ?? undefined} dir="auto">
            {word.headword}
          </b>
          {word.meaning ? <p dir="auto">{word.meaning}</p> : null}
          {word.sentence ? (
            <blockquote lang={word.language ?? undefined} dir="auto">
              {word.sentence}
            </blockquote>
          ) : null}
          <small>
            <navigation.Link to={`/read/${bookId}`} state={{ position: word.position }}>
              {t('Open the passage')}
            </navigation.Link>{' '}
            <bdi>{day.format(new Date(word.created_at))}</bdi>
          </small>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(4)};
  max-inline-size: 40rem;
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
  & b { font-family: ${font.reading}; font-size: ${type.large}; font-weight: 500; }
  & blockquote {
    margin-block: ${space(1)};
    padding-inline-start: ${space(3)};
    border-inline-start: 3px solid ${color.line};
    font-family: ${font.reading};
  }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;
