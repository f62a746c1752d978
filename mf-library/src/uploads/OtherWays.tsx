import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { FolderOpen, ListPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { LazyDialog } from '../data/LazyDialog.tsx';
import { booksByName } from './filesOfDrop.ts';

const loadImport = () => import('../imports/ImportDialog.tsx').then(({ ImportDialog }) => ImportDialog);

/** Upload a folder, or import a reading list. */
export function OtherWays({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { notify } = useHost();
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [importing, setImporting] = useState(false);
  const take = (list: FileList | null) => {
    const all = Array.from(list ?? []);
    if (all.length === 0) return;
    const books = booksByName(all);
    notify.show({
      tone: books.length > 0 ? 'info' : 'warning',
      message:
        books.length > 0
          ? t('{{count}} books found in the folder.', { count: books.length })
          : t('There is no EPUB and no PDF in this folder.'),
    });
    if (books.length > 0) onFiles(books);
  };
  return (
    <Row>
      <Button icon={<FolderOpen />} onClick={() => input.current?.click()}>
        {t('Choose a Folder')}
      </Button>
      <Button icon={<ListPlus />} onClick={() => setImporting(true)}>
        {t('From Goodreads or StoryGraph')}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          // React does not know this attribute, which every browser supports.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        multiple
        aria-label={t('Choose a Folder')}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {importing ? (
        <LazyDialog
          load={loadImport}
          props={{ onClose: () => setImporting(false) }}
          onFailed={() => setImporting(false)}
        />
      ) : null}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;
