import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, usePoint, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Rating } from '@lectern/shared-ui/forms/Rating.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, font, media, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { ArrowLeft, BookOpen, FileUp, Heart, PencilLine } from 'lucide-react';
import { styled } from 'styled-components';
import { useRunFill } from '../../data/useRunFill.ts';
import { AddFileButton } from '../../uploads/AddFileButton.tsx';
import { BookCover } from '../BookCover.tsx';
import { BookMenu } from '../commands/BookMenu.tsx';
import { SessionButton } from '../commands/SessionButtons.tsx';
import { useBookCommands } from '../commands/useBookActions.ts';
import { useBookFacts } from '../useBookFacts.ts';

/** Cover, title, author, progress and main action. */
export function BookHead({ book }: { book: Book }) {
  const { navigation } = useHost();
  const t = useTranslate();
  const { actions, ask } = useBookCommands();
  const { statusText, percent } = useBookFacts(book);
  const readable = book.format !== 'none';
  return (
    <>
      <Back>
        <Button
          as={navigation.Link}
          to="/library"
          variant="quiet"
          size="small"
          flush="start"
          icon={<ArrowLeft />}
        >
          {t('Library')}
        </Button>
      </Back>
      <Head>
        <CoverFrame>
          <BookCover book={book} size="large" eager />
        </CoverFrame>
        <div>
          {book.series ? (
            <Series>
              <navigation.Link to={`/library?series=${encodeURIComponent(book.series)}`}>
                <bdi lang={book.language ?? undefined}>{book.series}</bdi>
              </navigation.Link>
              {book.series_index === null ? null : ` · ${t('No. {{number}}', { number: book.series_index })}`}
            </Series>
          ) : null}
          <h1 dir="auto" lang={titleLanguage(book)} data-long={book.title.length > 80 || undefined}>
            {book.title}
          </h1>
          {book.author ? (
            <Author>
              <navigation.Link to={`/library?author=${encodeURIComponent(book.author)}`}>
                <bdi>{book.author}</bdi>
              </navigation.Link>
            </Author>
          ) : null}
          <Place>
            <span>
              {[statusText, percent === null ? null : t('{{percent}}%', { percent })]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {percent === null ? null : (
              <ProgressBar
                label={t('Progress of {{title}}', { title: book.title })}
                value={percent}
                valueText={t('{{percent}}%', { percent })}
              />
            )}
          </Place>
          <Row>
            <Rating
              value={book.rating}
              onChange={(rating) => runInBackground(actions.update(book, { rating }))}
              label={t('Your rating')}
              nameOf={(count) => t('{{count}} of 5 stars', { count })}
            />
            <IconButton
              label={book.favorite ? t('Remove from Favorites') : t('Add to Favorites')}
              icon={<Heart fill={book.favorite ? 'currentColor' : 'none'} />}
              aria-pressed={book.favorite}
              onClick={() => runInBackground(actions.update(book, { favorite: !book.favorite }))}
            />
          </Row>
          <Row>
            {readable ? (
              <Button
                as={navigation.Link}
                to={`/read/${book.id}`}
                variant="primary"
                size="large"
                icon={<BookOpen />}
              >
                {percent === null ? t('Read') : t('Continue')}
              </Button>
            ) : (
              <AddFile book={book} />
            )}
            <SessionButton book={book} />
            {isLeftForDays(book) ? <BookActions book={book} /> : null}
            <Together>
              <Button icon={<PencilLine />} onClick={() => ask('edit', [book])}>
                {t('Edit Details')}
              </Button>
              <BookMenu book={book} onPage />
            </Together>
          </Row>
        </div>
      </Head>
    </>
  );
}

const daysLeft = 3;

/** A book that is being read and was not opened for days. */
function isLeftForDays({ progress, completed, last_opened }: Book): boolean {
  const opened = Date.parse(last_opened ?? '');
  return progress > 0 && !completed && Date.now() - opened > daysLeft * 86_400_000;
}

/** What other parts do with a book, as buttons. */
function BookActions({ book }: { book: Book }) {
  const input = { book, format: book.format };
  const runFill = useRunFill();
  return usePoint('mf-library/book-action', input).map((fill) => (
    <Button key={fill.id} icon={fill.icon} onClick={() => runFill(fill, input)}>
      {fill.label}
    </Button>
  ));
}

/** Shown where there are no breadcrumbs. */
const Back = styled.div`
  display: none;
  @media ${media.narrow} { display: block; }
`;

const Head = styled.header`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(10)};
  align-items: end;
  margin-block: ${space(4)} ${space(12)};
  & > :first-child { align-self: start; }
  & h1 { font-size: ${type.display}; line-height: 1.12; text-wrap: balance; hyphens: auto; overflow-wrap: anywhere; }
  & h1[data-long] { font-size: ${type.title}; }
  @media ${media.tablet} { gap: ${space(8)}; & h1 { font-size: ${type.title}; } }
  @media ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(6)};
    & > :first-child { justify-self: start; zoom: 0.75; }
    & h1 { font-size: ${type.title}; }
  }
`;

const CoverFrame = styled.div`
  border-radius: ${radius.cover};
  box-shadow: ${shadow.cover};
`;

const quietLinks = `
  & > a { color: inherit; text-decoration: none; }
  & > a:hover { text-decoration: underline; text-underline-offset: 0.2em; }
`;

const Series = styled.p`
  ${quietLinks}
  margin-block-end: ${space(2)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Author = styled.p`
  ${quietLinks}
  margin-block-start: ${space(3)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-size: ${type.large};
`;

const Place = styled.div`
  display: grid;
  gap: ${space(2)};
  max-inline-size: 24rem;
  margin-block-start: ${space(6)};
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
`;

/** The menu never stands alone on a line. */
const Together = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  margin-block-start: ${space(4)};
  & > [aria-pressed='true'] { color: ${color.accent}; }
`;

/** Adds the file to an imported book; rating, dates and notes are kept. */
function AddFile({ book }: { book: Book }) {
  const t = useTranslate();
  return (
    <Part>
      <p>{t('There is no file for this book yet. Upload one to read it in Lectern.')}</p>
      <AddFileButton book={book} variant="primary" size="large" icon={<FileUp />} label={t('Add its File')} />
    </Part>
  );
}

const Part = styled.div`
  flex-basis: 100%;
  max-inline-size: 36rem;
  & > :first-child { margin-block-end: ${space(3)}; color: ${color.textMuted}; font-size: ${type.small}; }
`;
