import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { highlightInk } from '@lectern/shared-ui/color/highlightColors.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { ImageDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../../books/BookCover.tsx';
import { bookPageAddress } from '../../books/bookAddress.ts';
import { itemsOf } from '../../data/itemsOf.ts';
import { BarChart } from './BarChart.tsx';
import type { ReadingRecord } from './readingRecords.ts';
import type { AmountsByDay } from './readingTime.ts';
import { quotesOfYear, yearInReview, yearsOfReading } from './yearInReview.ts';
import { saveYearPicture } from './yearPicture.ts';

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
  const readings = itemsOf(useData('GET /readings', {}));
  const years = useMemo(() => yearsOfReading(records, books, readings), [records, books, readings]);
  const [chosen, setChosen] = useState<number | null>(null);
  const year = chosen ?? years[0];
  const review = useMemo(
    () => (year === undefined ? null : yearInReview(records, books, year, amounts, readings)),
    [records, books, year, amounts, readings],
  );
  const highlights = itemsOf(useData('GET /highlights', {}));
  const quotes = useMemo(() => quotesOfYear(highlights, review?.year ?? 0), [highlights, review]);
  const direction = useDirection();
  if (review === null) return null;
  const month = new Intl.DateTimeFormat(language, { month: 'long' });
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric' });
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
  const title = t('{{year}} in review', { year: String(review.year) });
  const counted =
    review.completed.length > 0
      ? t('{{count}} books finished', { count: review.completed.length })
      : t('{{count}} days with reading', { count: review.daysRead });
  const initial = new Intl.DateTimeFormat(language, { month: 'narrow' });
  const months = review.months.map((amount, index) => ({
    name: initial.format(new Date(review.year, index, 15)),
    amount,
  }));
  const sourceOf = (bookId: string) => books.find(({ id }) => id === bookId)?.title ?? '';
  const savePicture = () =>
    saveYearPicture(
      {
        title,
        counted,
        facts,
        months,
        quotes: quotes.map(({ text, book_id }) => ({ text, source: sourceOf(book_id) })),
        language,
        direction,
      },
      `lectern-${review.year}.png`,
    );
  return (
    <Page aria-labelledby="year-review">
      <Head>
        <h2 id="year-review">{title}</h2>
        <Button icon={<ImageDown />} onClick={() => runInBackground(savePicture())}>
          {t('Save as a picture')}
        </Button>
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
        <Large>{counted}</Large>
        <Facts>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </Facts>
        <BarChart
          bars={months.map(({ name, amount }, index) => ({
            key: String(index),
            label: name,
            value: amount,
            valueText: '',
          }))}
        />
        {review.completed.length > 0 ? (
          <Covers role="list" aria-label={t('Completed')}>
            {[...new Set(review.completed)].slice(0, maxCovers).map((book) => (
              <li key={book.id}>
                <navigation.Link to={bookPageAddress(book.id)} aria-label={book.title} title={book.title}>
                  <BookCover book={book} size="small" />
                </navigation.Link>
              </li>
            ))}
          </Covers>
        ) : null}
        {quotes.length > 0 ? (
          <Quotes role="list" aria-label={t('Quotes of the year')}>
            {quotes.map(({ id, text, color: name, book_id }) => (
              <li key={id} style={{ borderColor: highlightInk(name) }}>
                <q dir="auto">{text}</q>
                <small dir="auto">{sourceOf(book_id)}</small>
              </li>
            ))}
          </Quotes>
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
  align-items: center;
  flex-wrap: wrap;
  gap: ${space(4)};
  margin-block-end: ${space(5)};
  & > h2 { margin-inline-end: auto; }
`;

const Columns = styled.div`
  display: grid;
  gap: ${space(6)} ${space(12)};
  & > * { min-inline-size: 0; }
  /* The figure and the facts beside the months; covers and quotes below. */
  @media ${media.wide} {
    grid-template-columns: minmax(9rem, auto) minmax(0, 1fr) minmax(0, 1fr);
    align-items: center;
    & > :nth-child(n + 4) { grid-column: 1 / -1; }
  }
`;

const Large = styled.p`
  font-family: ${font.reading};
  max-inline-size: 9ch;
  font-size: ${type.display};
  line-height: 1.1;
  font-variant-numeric: lining-nums;
`;

const Facts = styled.ul`
  display: grid;
  align-content: center;
  gap: ${space(2)} ${space(8)};
  padding: 0;
  list-style: none;
  font-family: ${font.reading};
`;

const Covers = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-content: start;
  gap: ${space(3)};
  & a { display: block; border-radius: ${radius.cover}; }
`;

const Quotes = styled.ul`
  display: grid;
  gap: ${space(6)};
  @media ${media.wide} { grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
  & > li {
    padding-inline-start: ${space(4)};
    border-inline-start: 4px solid;
    text-align: left;
    &:dir(rtl) { text-align: right; }
  }
  & q { display: block; font-family: ${font.reading}; line-height: 1.5; overflow-wrap: anywhere; }
  & small { display: block; margin-block-start: ${space(2)}; color: ${color.textMuted}; font-size: ${type.caption}; }
`;
