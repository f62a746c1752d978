import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { bookPageAddress } from '../books/bookAddress.ts';
import { formatDuration } from './formatDuration.ts';
import type { ReadingRecord } from './readingRecords.ts';
import type { AmountsByDay } from './readingTime.ts';
import { yearInReview, yearsOfReading } from './yearInReview.ts';

/** Maximum number of covers shown for a year. */
const maxCovers = 24;

/** One year of reading: a few figures and covers. */
export function YearReview({
  records,
  amounts,
  books,
}: {
  records: readonly ReadingRecord[];
  amounts: AmountsByDay;
  books: readonly Book[];
}) {
  const { i18n, navigation } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const years = useMemo(() => yearsOfReading(records, books), [records, books]);
  const [chosen, setChosen] = useState<number | null>(null);
  const year = chosen ?? years[0];
  const review = useMemo(
    () => (year === undefined ? null : yearInReview(records, books, year, amounts)),
    [records, books, year, amounts],
  );
  if (review === null) return null;
  const month = new Intl.DateTimeFormat(language, { month: 'long' });
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric' });
  const number = new Intl.NumberFormat(language);
  const facts = [
    review.seconds > 0
      ? t('{{time}} of reading on {{count}} days.', {
          time: formatDuration(review.seconds, t),
          count: review.daysRead,
        })
      : null,
    review.pages > 0 ? t('{{count}} pages turned.', { count: review.pages }) : null,
    review.longestStreak > 1 ? t('Longest streak: {{count}} days.', { count: review.longestStreak }) : null,
    review.busiestMonth === null
      ? null
      : t('Most of it in {{month}}.', {
          month: month.format(new Date(review.year, review.busiestMonth, 15)),
        }),
    review.favouriteHour === null
      ? null
      : t('Most often around {{hour}}.', {
          hour: hour.format(new Date(review.year, 0, 1, review.favouriteHour)),
        }),
    review.longestWith
      ? t('Longest with “{{title}}”: {{time}}.', {
          title: review.longestWith.title,
          time: formatDuration(review.longestWith.seconds, t),
        })
      : null,
    review.author
      ? t('{{count}} books by {{author}}.', { count: review.author.books, author: review.author.name })
      : null,
  ].filter((fact) => fact !== null);
  return (
    <Page aria-labelledby="year-review">
      <Head>
        <h2 id="year-review">{t('{{year}} in review', { year: String(review.year) })}</h2>
        {years.length > 1 ? (
          <Select
            label={t('Year')}
            hideLabel
            value={String(review.year)}
            onChange={(value) => setChosen(Number(value))}
            options={years.map((option) => ({ value: String(option), label: String(option) }))}
          />
        ) : null}
      </Head>
      <Columns>
        <div>
          <Large>{number.format(review.completed.length || review.daysRead)}</Large>
          <p>{review.completed.length > 0 ? t('Books completed') : t('Reading days')}</p>
        </div>
        <Facts>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </Facts>
        {review.completed.length > 0 ? (
          <Covers role="list" aria-label={t('Completed')}>
            {review.completed.slice(0, maxCovers).map((book) => (
              <li key={book.id}>
                <navigation.Link to={bookPageAddress(book.id)} aria-label={book.title} title={book.title}>
                  <BookCover book={book} size="small" />
                </navigation.Link>
              </li>
            ))}
          </Covers>
        ) : null}
      </Columns>
    </Page>
  );
}

const Page = styled.section`
  margin-block-end: ${space(12)};
  padding: ${space(8)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceSunken};
  @media ${media.narrow} { padding: ${space(5)}; }
`;

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: ${space(4)};
  margin-block-end: ${space(5)};
`;

const Columns = styled.div`
  display: grid;
  gap: ${space(5)} ${space(12)};
  /* The figure with the facts beside it, and the covers below. */
  @media ${media.wide} {
    grid-template-columns: minmax(8rem, auto) minmax(0, 1fr);
    & > :nth-child(3) { grid-column: 1 / -1; }
  }
`;

const Large = styled.strong`
  display: block;
  font-family: ${font.reading};
  font-size: calc(${type.display} * 1.6);
  font-weight: 400;
  line-height: 1;
  color: ${color.accent};
  font-variant-numeric: lining-nums;
`;

const Facts = styled.ul`
  display: grid;
  align-content: center;
  gap: ${space(2)} ${space(8)};
  padding: 0;
  list-style: none;
  font-family: ${font.reading};
  @media ${media.wide} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
`;

const Covers = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-content: start;
  gap: ${space(3)};
  padding: 0;
  list-style: none;
  & a { display: block; border-radius: ${radius.cover}; }
`;
