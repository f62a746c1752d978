import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { useFormats } from '../../services/i18n/formats.ts';
import { Eyebrow, Hero, HeroActions, HeroCover, HeroWords, Line, Where } from './dashboardParts.ts';

/** The current book, with a line of its text from the last position, if known. */
export function ContinueReading({ book }: { book: Book }) {
  const t = useTranslate();
  const { navigation } = useHost();
  const { ago } = useFormats();
  const progress = useData('GET /books/:id/progress', { params: { id: book.id } });
  const line = progress.status === 'ready' ? progress.value?.position?.quote?.exact : undefined;
  const percent = Math.round(book.progress);
  const path = `/read/${book.id}`;
  const remaining = timeLeft(book, t);

  return (
    <Hero aria-labelledby="continue-title">
      <HeroCover>
        <navigation.Link to={path} aria-label={t('Continue {{title}}', { title: book.title })}>
          <Cover
            size="fluid"
            eager
            decorative
            title={book.title}
            author={book.author}
            src={book.cover_base ? `${book.cover_base}/large.webp` : (book.cover_url ?? undefined)}
            generatedBadge={book.cover_source === 'generated' ? t('AI-generated') : undefined}
          />
        </navigation.Link>
      </HeroCover>
      <HeroWords>
        <Eyebrow>{t('Continue reading')}</Eyebrow>
        <h2 id="continue-title" dir="auto" lang={titleLanguage(book)}>
          {book.title}
        </h2>
        <p dir="auto">{book.author}</p>
        {line ? (
          <Line dir="auto" lang={book.language ?? undefined}>
            {shorten(line)}
          </Line>
        ) : null}
        <Where>
          <ProgressBar
            label={t('Progress')}
            value={book.progress}
            valueText={t('{{percent}}%', { percent })}
          />
          <span>
            {t('{{percent}}%', { percent })}
            {remaining === null ? null : ` · ${remaining}`}
            {book.last_opened ? ` · ${t('opened {{when}}', { when: ago(book.last_opened) })}` : null}
          </span>
        </Where>
        <HeroActions>
          <Button as={navigation.Link} to={path} variant="primary" size="large">
            {t('Continue')}
          </Button>
        </HeroActions>
      </HeroWords>
    </Hero>
  );
}

/** Skeleton shown while the books load. */
export function ContinueSkeleton() {
  return (
    <Hero as="div">
      <HeroCover>
        <Skeleton shape="cover" />
      </HeroCover>
      <HeroWords>
        <Skeleton shape="line" width="8rem" />
        <Skeleton shape="title" />
        <Skeleton shape="paragraph" lines={3} />
      </HeroWords>
    </Hero>
  );
}

const maxLength = 220;

/** Removes a truncated last word: the stored text of a position may end within a word. */
function shorten(line: string): string {
  const text = line.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength);
  if (/\p{P}$/u.test(text)) return text;
  const end = text.lastIndexOf(' ');
  return `${end > 0 ? text.slice(0, end) : text} …`;
}

/** Average reading speed in words per minute. */
const wordsPerMinute = 240;

/** The approximate remaining reading time as text; null when the length is unknown or nothing remains. */
export function timeLeft(book: Pick<Book, 'word_count' | 'progress'>, t: Translate): string | null {
  const minutes = Math.round((book.word_count * (1 - book.progress / 100)) / wordsPerMinute);
  if (!(minutes > 0)) return null;
  if (minutes < 60) return t('about {{count}} minutes left', { count: minutes });
  return t('about {{count}} hours left', { count: Math.round(minutes / 60) });
}
