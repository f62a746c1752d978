import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { ruleLabel } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Shelf } from '@lectern/shared-ui/illustrations/Shelf.tsx';
import { color, font, measure, space, type } from '@lectern/shared-ui/tokens.ts';
import { ArrowLeft, BookCopy, Download, History, PencilLine } from 'lucide-react';
import { styled } from 'styled-components';
import { OtherVersions } from '../../books/conflicts/VersionChoice.tsx';
import { BookGrid } from '../../library/shelf/BookGrid.tsx';
import { useExport } from '../../notes/useExport.ts';
import { collectionColor, collectionIcon } from '../collectionIcons.ts';

interface CollectionShelfProps {
  collection: Collection;
  books: readonly Book[];
  onBack: () => void;
  onEdit: () => void;
  onChooseBooks: () => void;
}

/** One collection and the books in it. */
export function CollectionShelf({ collection, books, onBack, onEdit, onChooseBooks }: CollectionShelfProps) {
  const t = useTranslate();
  const { i18n, showVersions } = useHost();
  const language = useReadable(i18n.language);
  const Icon = collectionIcon(collection.icon);
  const exportMarks = useExport();
  return (
    <section aria-label={collection.name}>
      <div>
        <Button variant="quiet" size="small" flush="start" icon={<ArrowLeft />} onClick={onBack}>
          {t('All collections')}
        </Button>
      </div>
      <Head>
        <div>
          <h2 dir="auto">
            <Icon aria-hidden style={{ color: collectionColor(collection.color) }} />
            {collection.name}
          </h2>
          {collection.rule ? <p>{ruleLabel(collection.rule, t, language)}</p> : null}
          {collection.description ? <p dir="auto">{collection.description}</p> : null}
        </div>
        <span>
          {collection.rule ? null : (
            <>
              <Button
                icon={<Download />}
                onClick={() => exportMarks({ marks: { collection_id: collection.id } })}
              >
                {t('Export notes')}
              </Button>
              <Button icon={<BookCopy />} onClick={onChooseBooks}>
                {t('Choose Books')}
              </Button>
            </>
          )}
          <Button icon={<PencilLine />} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <IconButton
            label={t('Earlier versions')}
            icon={<History />}
            onClick={() => showVersions('collection', collection.id)}
          />
        </span>
      </Head>
      <OtherVersions of={collection.id} />
      {books.length === 0 ? (
        <EmptyState
          illustration={<Shelf />}
          headingLevel={3}
          title={collection.rule ? t('No book fits this rule yet') : t('No books in this collection yet')}
          message={
            collection.rule
              ? t('As soon as one does, it appears here.')
              : t('Choose some from your library, or use “Add to Collection” in the menu of a book.')
          }
          action={
            collection.rule ? undefined : (
              <Button variant="primary" onClick={onChooseBooks}>
                {t('Choose Books')}
              </Button>
            )
          }
        />
      ) : (
        <BookGrid books={books} label={collection.name} highlightedId={null} />
      )}
    </section>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: end;
  gap: ${space(4)};
  margin-block: ${space(4)} ${space(8)};
  & h2 { display: flex; align-items: center; gap: ${space(3)}; }
  & h2 > svg { flex: none; inline-size: 1.5rem; block-size: 1.5rem; }
  & p {
    max-inline-size: ${measure};
    margin-block-start: ${space(2)};
    color: ${color.textMuted};
    font-family: ${font.reading};
    font-size: ${type.body};
  }
  & > span { display: flex; gap: ${space(3)}; }
`;
