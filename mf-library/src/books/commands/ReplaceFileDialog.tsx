import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { FileButton } from '@lectern/shared-ui/FileButton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { acceptedOtherBooks, sniffBook } from '../../uploads/bookFiles.ts';

interface ReplaceFileDialogProps {
  books: readonly Book[];
  onClose: () => void;
}

/** Uploads another file for a book, such as a corrected edition or a better scan. */
export function ReplaceFileDialog({ books, onClose }: ReplaceFileDialogProps) {
  const [book] = books;
  return book ? <ReplaceFile book={book} onClose={onClose} /> : null;
}

function ReplaceFile({ book, onClose }: { book: Book; onClose: () => void }) {
  const { uploads, navigation, network } = useHost();
  const t = useTranslate();
  const isOnline = useReadable(network) === 'online';
  const [problem, setProblem] = useState<string | null>(null);
  const isPdf = book.format === 'pdf';
  const take = async (file: File) => {
    if ((await sniffBook(file).catch(() => 'other')) !== (isPdf ? 'pdf' : 'book')) {
      setProblem(
        isPdf
          ? t('This file is not a PDF. A PDF is replaced by a PDF.')
          : t('This file is a PDF, or not a book. Choose an EPUB or another kind of book.'),
      );
      return;
    }
    try {
      await uploads.replace(file, book.id);
      onClose();
      // That page shows the progress.
      navigation.go('/upload');
    } catch (error) {
      setProblem(t(errorMessage(error)));
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('Replace the File')}
      description={book.title}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <FileButton
            variant="primary"
            icon={<FileUp />}
            disabled={!isOnline}
            label={t('Choose a File')}
            accept={isPdf ? '.pdf,application/pdf' : acceptedOtherBooks}
            onFiles={([file]) => {
              setProblem(null);
              if (file) runInBackground(take(file));
            }}
          />
        </>
      }
    >
      <Stack gap={4}>
        <p>
          {t(
            'Details, cover, notes and reading place stay. Highlights are found again by their words; those that are not in the new file keep their words, without a place. The old file is deleted.',
          )}
        </p>
        {isOnline ? null : <p role="status">{t('A file can be replaced when you are online.')}</p>}
        {problem ? <p role="alert">{problem}</p> : null}
      </Stack>
    </Dialog>
  );
}
