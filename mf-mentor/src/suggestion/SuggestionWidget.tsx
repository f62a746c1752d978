import { currentBook } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { answerText } from '../answer/answerText.ts';
import { useShelf } from '../books.ts';

/** On the dashboard: one book of the reader with the reason. Renders nothing without a suggestion. */
export function SuggestionWidget() {
  const t = useTranslate();
  const { navigation, i18n } = useHost();
  const { Link } = navigation;
  const language = useReadable(i18n.language);
  const suggestions = useData('GET /mentor/suggestion', {});
  const shelf = useShelf();
  if (suggestions.status === 'loading') return <Skeleton shape="block" height="8rem" />;
  if (suggestions.status === 'error') return null;
  const onShelf = suggestions.value.items.flatMap((suggestion) => {
    const book = shelf.find(({ id }) => id === suggestion.book_id);
    return book ? [{ ...suggestion, book }] : [];
  });
  // The dashboard shows the current book already.
  const current = currentBook(shelf);
  const chosen = onShelf.find(({ book }) => book.id !== current?.id) ?? onShelf[0];
  if (chosen === undefined) return null;
  const { book, reason, said } = chosen;
  return (
    <Column>
      <h2>{t('Your mentor suggests')}</h2>
      <Row>
        <Link to={`/read/${book.id}`} aria-label={t('Read {{title}}', { title: book.title })}>
          <Cover
            size="fluid"
            title={book.title}
            author={book.author}
            src={book.cover_url ?? undefined}
            decorative
          />
        </Link>
        <div>
          <Link to={`/read/${book.id}`}>
            <span dir="auto" lang={titleLanguage(book)}>
              {book.title}
            </span>
          </Link>
          <small>{book.author}</small>
          <p>{answerText({ text: reason, said: said ? [said] : null }, language, t)}</p>
        </div>
      </Row>
      <Link to="/mentor">{t('Ask the mentor')}</Link>
    </Column>
  );
}

const Column = styled.section`
  display: grid;
  gap: ${space(3)};
  font-size: ${type.small};
  & > h2 { font-size: ${type.large}; }
  & > a { justify-self: start; }
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: 4rem minmax(0, 1fr);
  gap: ${space(4)};
  & > div > a { color: inherit; font-family: ${font.reading}; font-size: ${type.body}; text-decoration: none; }
  & > div > a:hover { color: ${color.accent}; }
  & small { display: block; color: ${color.textMuted}; }
  & p { margin-block-start: ${space(2)}; line-height: 1.45; }
`;
