import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { formatName, languageName } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { holdsBook } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { itemsOf } from '../../data/itemsOf.ts';
import { detailFields } from '../bookDetails.ts';
import { formatDay, formatPublished } from '../formats.ts';

/** Reading speed in words per minute, for the estimate. */
const readingPace = 230;

/** Metadata of a book; unknown values are left out. */
export function BookFacts({ book }: { book: Book }) {
  const { i18n, navigation } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const collections = itemsOf(useData('GET /collections', {})).filter((collection) =>
    holdsBook(collection, book, Date.now()),
  );
  const number = new Intl.NumberFormat(language);
  const day = (moment: string | null) => (moment ? formatDay(moment, language) : null);
  const facts: (readonly [string, ReactNode])[] = [
    [
      t('Genre'),
      book.genre ? (
        <navigation.Link to={`/library?genre=${encodeURIComponent(book.genre)}`}>
          <bdi>{book.genre}</bdi>
        </navigation.Link>
      ) : null,
    ],
    [
      t('Tags'),
      book.tags.length > 0 ? (
        <Tags role="list">
          {book.tags.map((tag) => (
            <li key={tag}>
              <navigation.Link to={`/library?tag=${encodeURIComponent(tag)}`}>
                <bdi>{tag}</bdi>
              </navigation.Link>
            </li>
          ))}
        </Tags>
      ) : null,
    ],
    [
      t('Collections'),
      collections.length > 0
        ? collections.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <navigation.Link to={`/library?tab=collections&collection=${id}`}>
                <bdi>{name}</bdi>
              </navigation.Link>
            </span>
          ))
        : null,
    ],
    [
      t('Length'),
      book.word_count > 0 ? t('{{count}} words', { count: number.format(book.word_count) }) : null,
    ],
    [
      t('Reading time'),
      book.word_count > 0
        ? t('about {{time}}', { time: formatDuration((book.word_count / readingPace) * 60, t) })
        : null,
    ],
    [t('Pages'), book.page_count > 0 && book.format !== 'epub' ? number.format(book.page_count) : null],
    [t('Language'), book.language ? languageName(book.language, language) : null],
    ...detailFields.filter(({ fact }) => fact).map(({ field, label }) => [t(label), book[field]] as const),
    [t('Published'), formatPublished(book.published, language)],
    [t('ISBN'), book.isbn13 ?? book.isbn10 ?? book.isbn],
    // Others have a list of their files.
    [t('File'), book.format === 'none' ? formatName(book.format, t) : null],
    [t('Added'), day(book.created_at)],
    [t('Last opened'), day(book.last_opened)],
    [t('Completed'), book.completed ? day(book.completed_at) : null],
  ];
  return (
    <section aria-labelledby="book-facts">
      <h2 id="book-facts">{t('Details')}</h2>
      <List>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir={typeof value === 'string' ? 'auto' : undefined}>{value}</dd>
            </div>
          ) : null,
        )}
      </List>
    </section>
  );
}

const Tags = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  & a {
    display: block;
    padding: ${space(0.5)} ${space(2.5)};
    border: 1px solid ${color.line};
    border-radius: ${radius.round};
    text-decoration: none;
    &:hover { background: ${color.surfaceHover}; }
  }
`;

const List = styled.dl`
  font-size: ${type.small};
  & > div {
    display: grid;
    grid-template-columns: 6.5rem minmax(0, 1fr);
    gap: ${space(3)};
    padding-block: ${space(2)};
    border-block-end: 1px solid ${color.line};
  }
  & dt { color: ${color.textMuted}; }
  & dd { overflow-wrap: anywhere; }
  & a { color: inherit; text-underline-offset: 0.2em; }
`;
