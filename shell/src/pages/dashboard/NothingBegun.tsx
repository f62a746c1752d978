import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { Eyebrow, Hero, HeroActions, HeroCover, HeroWords } from './dashboardParts.ts';

/** Shown when no book has been started: suggests the newest unread one. */
export function NothingBegun({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const next = books.find((book) => !book.completed && book.format !== 'none') ?? books[0];
  if (!next) return null;
  return (
    <Hero aria-labelledby="begin-title">
      <HeroCover>
        <Cover
          size="fluid"
          eager
          decorative
          title={next.title}
          author={next.author}
          src={next.cover_base ? `${next.cover_base}/large.webp` : (next.cover_url ?? undefined)}
          generatedBadge={next.cover_source === 'generated' ? t('AI-generated') : undefined}
        />
      </HeroCover>
      <HeroWords>
        <Eyebrow>{t('Up next')}</Eyebrow>
        <h2 id="begin-title" dir="auto" lang={titleLanguage(next)}>
          {next.title}
        </h2>
        <p dir="auto">{next.author}</p>
        <HeroActions>
          <Button as={Link} to={`/read/${next.id}`} variant="primary" size="large">
            {t('Start reading')}
          </Button>
          <Button as={Link} to="/library" size="large">
            {t('Choose another')}
          </Button>
        </HeroActions>
      </HeroWords>
    </Hero>
  );
}
