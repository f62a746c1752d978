import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { FileButton, type FileButtonProps } from '@lectern/shared-ui/FileButton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { acceptedBooks } from './bookFiles.ts';
import { useAddFiles } from './useAddFiles.ts';

interface AddFileButtonProps extends Omit<FileButtonProps, 'accept' | 'multiple' | 'folder' | 'onFiles'> {
  book: Book;
}

/** Uploads a file of this book, and goes to the page that shows the progress. */
export function AddFileButton({ book, ...button }: AddFileButtonProps) {
  const { navigation } = useHost();
  const { add, refused } = useAddFiles();
  const take = async (file: File | undefined) => {
    if (file && (await add([file], book.id)).added > 0) navigation.go('/upload');
  };
  return (
    <>
      {refused[0] ? (
        <Refused role="alert">
          {refused[0].filename}: {refused[0].reason}
        </Refused>
      ) : null}
      <FileButton {...button} accept={acceptedBooks} onFiles={([file]) => runInBackground(take(file))} />
    </>
  );
}

const Refused = styled.p`
  margin-block-end: ${space(2)};
  color: ${color.danger};
  font-size: ${type.small};
  overflow-wrap: anywhere;
`;
