import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { CoverThumb } from '@lectern/shared-ui/CoverThumb.tsx';
import { highlightInk } from '@lectern/shared-ui/color/highlightColors.ts';
import { CornerDownRight, LibraryBig } from 'lucide-react';
import { memo } from 'react';
import type { Segment } from '../marks/markSegments.ts';
import type { SearchResult } from '../results/searchResult.ts';

/** A book with its cover, a note with its color at the margin, a collection, a passage as a quotation. */
export const ResultLine = memo(function ResultLine({ result }: { result: SearchResult }) {
  const t = useTranslate();
  const { title, detail } = result.shown();
  switch (result.group) {
    case 'books':
      return (
        <div className="line">
          <CoverThumb title={result.book.title} src={thumbnailOf(result.book)} />
          <div className="words">
            <span className="title" lang={titleLanguage(result.book)}>
              <Marked segments={title} />
            </span>
            <small>
              <Marked segments={detail} />
            </small>
          </div>
          <small>
            {result.book.completed
              ? t('Completed')
              : result.book.progress > 0
                ? t('{{percent}}%', { percent: Math.round(result.book.progress) })
                : ''}
          </small>
        </div>
      );
    case 'notes':
      return (
        <div className="quote" style={{ borderInlineStartColor: highlightInk(result.annotation.color) }}>
          <span className="title">
            <Marked segments={title} />
          </span>
          {detail.length > 0 ? (
            <span>
              <Marked segments={detail} />
            </span>
          ) : null}
          {result.annotation.bookTitle ? <small>{result.annotation.bookTitle}</small> : null}
        </div>
      );
    case 'collections':
      return (
        <div className="line">
          <LibraryBig aria-hidden />
          <div className="words">
            <span className="title">
              <Marked segments={title} />
            </span>
            {detail.length > 0 ? (
              <small>
                <Marked segments={detail} />
              </small>
            ) : null}
          </div>
          <small>{t('{{count}} books', { count: result.books })}</small>
        </div>
      );
    case 'commands':
    case 'mentor':
      return (
        <div className="line">
          <CornerDownRight aria-hidden />
          <div className="words">
            <span>
              <Marked segments={title} />
            </span>
          </div>
        </div>
      );
    case 'passages':
      return (
        <div className="quote">
          <span lang={result.language()}>
            <Marked segments={title} />
          </span>
          <small dir="auto" lang={result.language()}>
            {[result.passage.book_title, result.passage.chapter].filter(Boolean).join(', ')}
          </small>
        </div>
      );
  }
});

/** Address of the smallest size of a cover. */
function thumbnailOf({ cover_base, cover_url }: Book): string | undefined {
  return cover_base ? `${cover_base}/thumbnail.webp` : (cover_url ?? undefined);
}

/** A text with its matches marked. */
function Marked({ segments }: { segments: readonly Segment[] }) {
  return segments.map(({ text, hit, at }) => (hit ? <mark key={at}>{text}</mark> : text));
}
