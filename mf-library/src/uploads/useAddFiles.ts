import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';
import { filesOfDrop, sniffBook } from './bookFiles.ts';

/** A file that was not uploaded, with the reason. */
export interface RefusedFile {
  id: string;
  filename: string;
  reason: string;
}

/** Starts uploads for books among the files and lists the others. */
export function useAddFiles() {
  const { uploads, notify } = useHost();
  const t = useTranslate();
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  return {
    refused,
    /** The files of a drop; reports a folder without books. */
    async dropped(transfer: DataTransfer): Promise<File[]> {
      const carried = transfer.types.includes('Files');
      const files = await filesOfDrop(transfer);
      if (files.length === 0 && carried)
        notify.show({ tone: 'warning', message: t('There is no book in this folder.') });
      return files;
    },
    forget: (id: string) => setRefused((before) => before.filter((file) => file.id !== id)),
    /** @returns the numbers of accepted and refused files */
    async add(files: readonly File[], forBook?: string): Promise<{ added: number; refused: number }> {
      const kinds = await Promise.all(files.map((file) => sniffBook(file).catch(() => 'other' as const)));
      const books = files.filter((_, index) => kinds[index] === 'book' || kinds[index] === 'pdf');
      const others = files.flatMap((file, index) => {
        const kind = kinds[index];
        if (kind === 'book' || kind === 'pdf') return [];
        const reason =
          kind === 'empty' ? t('This file is empty.') : t('Lectern doesn’t read this kind of file.');
        return [{ id: crypto.randomUUID(), filename: file.name, reason }];
      });
      setRefused((before) => [...others, ...before]);
      if (books.length === 0) return { added: 0, refused: others.length };
      try {
        await uploads.add(books, forBook);
        return { added: books.length, refused: others.length };
      } catch (error) {
        notify.show({ tone: 'danger', message: t(errorMessage(error)) });
        return { added: 0, refused: others.length };
      }
    },
  };
}
