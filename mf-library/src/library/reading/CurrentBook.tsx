import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { BookCover } from '../../books/BookCover.tsx';
import { BookMenu } from '../../books/commands/BookMenu.tsx';
import { SessionButton, StopButton } from '../../books/commands/SessionButtons.tsx';
import { formatDay } from '../../books/formats.ts';
import { useBookFacts } from '../../books/useBookFacts.ts';

/** A book in progress with its session controls. `first` is the one read last. */
export function CurrentBook({ book, first }: { book: Book; first: boolean }) {
  const { navigation, i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const { statusText } = useBookFacts(book);
  const percent = Math.floor(book.progress);
  const percentText = t('{{percent}}%', { percent });
  return (
    <StyledBook>
      <BookCover book={book} size="small" />
      <div>
        <Head>
          <h3 dir="auto" lang={titleLanguage(book)}>
            {book.title}
          </h3>
          <span>
            <BookMenu book={book} />
          </span>
        </Head>
        <p>
          <bdi>{book.author}</bdi>
        </p>
        <small>
          {[
            statusText,
            book.last_opened ? t('opened {{day}}', { day: formatDay(book.last_opened, language) }) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <ProgressBar
          label={t('Progress of {{title}}', { title: book.title })}
          value={percent}
          valueText={percentText}
        />
        <Commands direction="inline" gap={1}>
          <Button
            as={navigation.Link}
            to={`/read/${book.id}`}
            variant={first ? 'primary' : 'secondary'}
            size="small"
          >
            {t('Continue')}
          </Button>
          <SessionButton book={book} inList />
          <StopButton book={book} />
        </Commands>
      </div>
    </StyledBook>
  );
}

const Commands = styled(Stack)`
  margin-block-start: ${space(1.5)};
`;

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(2)};
  & > span { display: flex; flex: none; margin-block: -${space(2)}; }
`;

const StyledBook = styled.article`
  display: flex;
  /* A cover as high as the buttons beside it would lose its edges. */
  align-items: flex-start;
  gap: ${space(5)};
  & > div { flex: 1; display: grid; align-content: start; gap: ${space(1.5)}; min-inline-size: 0; }
  & h3 {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    font-family: ${font.reading};
    font-size: ${type.body};
  }
  & p, & small { color: ${color.textMuted}; }
  & p { font-size: ${type.small}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;
