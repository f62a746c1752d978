import { useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { useKnownBooks } from '../data/useBooks.ts';
import { NotesView } from './NotesView.tsx';

/** The page /notes. */
export function NotesScreen() {
  const t = useTranslate();
  useSetTitle(t('Notes'));
  return (
    <>
      <PageHeader title={t('Notes')} lead={t('What you highlighted, and what you thought about it.')} />
      <NotesView books={useKnownBooks()} />
    </>
  );
}
