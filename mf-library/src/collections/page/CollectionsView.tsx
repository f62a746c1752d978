import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { booksOfCollection, textTest } from '@lectern/shared-contracts/domain/books/smartRule.ts';
import { useHost, useReadable, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Shelf } from '@lectern/shared-ui/illustrations/Shelf.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Plus, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { BookCommandsProvider } from '../../books/commands/BookCommandsProvider.tsx';
import { sortBooks } from '../../books/sortBooks.ts';
import { ReadFailed } from '../../data/ReadFailed.tsx';
import { useKnownBooks } from '../../data/useBooks.ts';
import { useHighlightTarget, useScrolledHighlight } from '../../data/useHighlightTarget.ts';
import { useExport } from '../../notes/useExport.ts';
import { CollectionCard } from '../CollectionCard.tsx';
import { CollectionForm } from '../CollectionForm.tsx';
import { useCollections } from '../useCollections.ts';
import { CollectionShelf } from './CollectionShelf.tsx';

type OpenDialog = { dialog: 'create' } | { dialog: 'edit' | 'books' | 'delete'; id: string };

/** All collections, or the one in the address. */
export function CollectionsView({ books }: { books: readonly Book[] }) {
  const t = useTranslate();
  const download = useExport();
  const { state, collections, create, save, setBooks, remove } = useCollections();
  const [openId, setOpenId] = useSearchParam('collection');
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const contents = useMemo(() => {
    const now = Date.now();
    return new Map(
      collections.map((collection) => [collection.id, booksOfCollection(collection, books, now)]),
    );
  }, [collections, books]);
  const booksOf = ({ id }: Collection) => contents.get(id) ?? [];
  const target = useHighlightTarget();
  const marked = useScrolledHighlight(target, `collection-${target?.id}`, state.status === 'ready');

  if (state.status === 'error') return <ReadFailed error={state.error} read="GET /collections" />;
  const open = collections.find(({ id }) => id === openId);
  const named =
    openDialog === null || openDialog.dialog === 'create'
      ? null
      : collections.find(({ id }) => id === openDialog.id);
  const close = () => setOpenDialog(null);

  return (
    <BookCommandsProvider>
      {open ? (
        <CollectionShelf
          collection={open}
          books={booksOf(open)}
          onBack={() => setOpenId(null)}
          onEdit={() => setOpenDialog({ dialog: 'edit', id: open.id })}
          onChooseBooks={() => setOpenDialog({ dialog: 'books', id: open.id })}
        />
      ) : state.status === 'loading' ? (
        <Loading />
      ) : collections.length === 0 ? (
        <NoCollections onCreate={() => setOpenDialog({ dialog: 'create' })} />
      ) : (
        <>
          <Bar>
            <p>{t('{{count}} collections', { count: collections.length })}</p>
            <Button icon={<Plus />} onClick={() => setOpenDialog({ dialog: 'create' })}>
              {t('New collection')}
            </Button>
          </Bar>
          <Grid as="ul" role="list" aria-label={t('Collections')}>
            {collections.map((collection) => (
              <li key={collection.id}>
                <CollectionCard
                  collection={collection}
                  books={booksOf(collection)}
                  highlighted={marked && collection.id === target?.id}
                  onOpen={() => setOpenId(collection.id)}
                  onEdit={() => setOpenDialog({ dialog: 'edit', id: collection.id })}
                  onChooseBooks={() => setOpenDialog({ dialog: 'books', id: collection.id })}
                  onDownload={() => download({ collection_id: collection.id })}
                  onDelete={() => setOpenDialog({ dialog: 'delete', id: collection.id })}
                />
              </li>
            ))}
          </Grid>
        </>
      )}
      {openDialog?.dialog === 'create' ? (
        <CollectionForm books={books} onSave={(details) => create(details)} onClose={close} />
      ) : null}
      {named && openDialog?.dialog === 'edit' ? (
        <CollectionForm
          books={books}
          collection={named}
          onSave={(details, before = named) => save(before, details)}
          onClose={close}
        />
      ) : null}
      {named && openDialog?.dialog === 'books' ? (
        <ChooseBooksDialog
          collection={named}
          books={books}
          onSetBook={(bookId, inside) => runInBackground(setBooks(named, [bookId], inside))}
          onClose={close}
        />
      ) : null}
      {named && openDialog?.dialog === 'delete' ? (
        <DeleteCollectionDialog collection={named} onDelete={() => remove(named)} onClose={close} />
      ) : null}
    </BookCommandsProvider>
  );
}

function Loading() {
  const t = useTranslate();
  return (
    <Grid role="status" aria-label={t('Loading your collections…')}>
      <Skeleton shape="block" height="176px" />
      <Skeleton shape="block" height="176px" />
      <Skeleton shape="block" height="176px" />
    </Grid>
  );
}

function NoCollections({ onCreate }: { onCreate: () => void }) {
  const t = useTranslate();
  return (
    <EmptyState
      illustration={<Shelf />}
      title={t('No collections yet')}
      message={t('A collection gathers books that belong together for you: a subject, a mood, a year.')}
      action={
        <Button variant="primary" onClick={onCreate}>
          {t('Create a collection')}
        </Button>
      }
    />
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  justify-content: space-between;
  margin-block-end: ${space(6)};
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
`;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
  gap: ${space(8)} ${space(6)};
  & > * { min-inline-size: 0; }
`;

interface DeleteCollectionDialogProps {
  collection: Collection;
  onDelete: () => Promise<boolean>;
  onClose: () => void;
}

function DeleteCollectionDialog({ collection, onDelete, onClose }: DeleteCollectionDialogProps) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('Delete “{{title}}”?', { title: collection.name })}
      description={t('Its books stay in your library.')}
      confirmLabel={t('Delete')}
      cancelLabel={t('Cancel')}
      onConfirm={() => runInBackground(onDelete().then((done) => done && onClose()))}
      danger
    />
  );
}

/** Maximum number of options; the search field finds the others. */
const maxShown = 100;

interface ChooseBooksDialogProps {
  collection: Collection;
  books: readonly Book[];
  onSetBook: (bookId: string, inside: boolean) => void;
  onClose: () => void;
}

/** Assigns books to a collection, effective at once. Its books come first. */
function ChooseBooksDialog({ collection, books, onSetBook, onClose }: ChooseBooksDialogProps) {
  const t = useTranslate();
  const [query, setQuery] = useState('');
  // Ordered when the dialog opens: a book must not move when it is ticked.
  const [first] = useState(() => new Set(collection.bookIds));
  const matches = sortBooks(books.filter(textTest(query)), 'title').sort(
    (a, b) => Number(first.has(b.id)) - Number(first.has(a.id)),
  );
  return (
    <Dialog
      onClose={onClose}
      title={t('Choose Books')}
      description={collection.name}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <TextField
          label={t('Filter by title or author')}
          type="search"
          icon={<Search />}
          value={query}
          onChange={setQuery}
        />
        <Stack gap={3}>
          {matches.slice(0, maxShown).map((book) => (
            <Checkbox
              key={book.id}
              label={book.title}
              hint={book.author || undefined}
              checked={collection.bookIds.includes(book.id)}
              onChange={(inside) => onSetBook(book.id, inside)}
            />
          ))}
        </Stack>
        <Words role="status">
          {matches.length === 0
            ? t('No books found.')
            : matches.length > maxShown
              ? t('{{count}} more; type a few letters of the title.', { count: matches.length - maxShown })
              : ''}
        </Words>
      </Stack>
    </Dialog>
  );
}

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
  &:empty { display: none; }
`;

/** The page /collections. */
export function CollectionsScreen() {
  const t = useTranslate();
  useSetTitle(t('Collections'));
  return (
    <>
      <PageHeader title={t('Collections')} lead={t('Books that belong together, for reasons of your own.')} />
      <CollectionsView books={useKnownBooks()} />
    </>
  );
}

/** A search parameter as state. Null removes it. */
function useSearchParam(
  name: string,
): [string | null, (value: string | null, options?: { replace?: boolean }) => void] {
  const { navigation } = useHost();
  const { search } = useReadable(navigation.location);
  return [
    new URLSearchParams(search).get(name),
    (value, options) => {
      const { pathname, search: now } = navigation.location.get();
      const params = new URLSearchParams(now);
      if (value === null) params.delete(name);
      else params.set(name, value);
      const query = params.toString();
      navigation.go(query === '' ? pathname : `${pathname}?${query}`, options);
    },
  ];
}
