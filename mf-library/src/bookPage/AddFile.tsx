import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { useAddFiles } from '../uploads/useAddFiles.ts';

/** Adds the file to an imported book; rating, dates and notes are kept. */
export function AddFile({ book }: { book: Book }) {
  const { navigation } = useHost();
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { add, refused } = useAddFiles();
  const take = async (file: File | undefined) => {
    // That page shows the progress.
    if (file && (await add([file], book.id)).added > 0) navigation.go('/upload');
  };
  return (
    <Part>
      <p>{t('There is no file for this book yet. Upload one to read it in Lectern.')}</p>
      {refused[0] ? (
        <p role="alert">
          {refused[0].filename}: {refused[0].reason}
        </p>
      ) : null}
      <Button variant="primary" size="large" icon={<FileUp />} onClick={() => input.current?.click()}>
        {t('Add its File')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".epub,.pdf,application/epub+zip,application/pdf"
        aria-label={t('Add its File')}
        onChange={(event) => {
          runInBackground(take(event.target.files?.[0]));
          event.target.value = '';
        }}
      />
    </Part>
  );
}

const Part = styled.div`
  flex-basis: 100%;
  max-inline-size: 36rem;
  & > p { margin-block-end: ${space(3)}; color: ${color.textMuted}; font-size: ${type.small}; }
  & > [role='alert'] { color: ${color.danger}; }
`;
