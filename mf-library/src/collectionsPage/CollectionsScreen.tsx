import { useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { useKnownBooks } from '../data/useBooks.ts';
import { CollectionsView } from './CollectionsView.tsx';

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
