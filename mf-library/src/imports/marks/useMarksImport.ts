import type { MarksImport, MarksProof } from '@lectern/shared-contracts/api/marks.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useState } from 'react';

/** Bytes of the largest file, as the server has them: as it is sent, and when it is decompressed. */
const largest = { sent: 16_000_000, whole: 64_000_000 };

interface ChosenFile {
  name: string;
  /** Base64. */
  content: string;
  books: { set: number; book_id: string }[];
}

type ImportStep =
  | { step: 'choosing'; problem?: string }
  | { step: 'reading' }
  | { step: 'proof'; file: ChosenFile; proof: MarksProof; isWriting: boolean; problem?: string }
  | { step: 'done'; done: MarksImport | null };

/** Reads a file of highlights and notes, shows what an import would do, and imports it. */
export function useMarksImport() {
  const { api, data, point } = useHost();
  const t = useTranslate();
  const [state, setState] = useState<ImportStep>({ step: 'choosing' });

  async function prove(file: ChosenFile): Promise<void> {
    setState({ step: 'reading' });
    try {
      const proof = await api.call('POST /marks/proof', { body: file });
      setState({ step: 'proof', file, proof, isWriting: false });
    } catch (error) {
      setState({ step: 'choosing', problem: t(errorMessage(error)) });
    }
  }

  /** A file in a format that another part reads is made into one that the server reads. */
  async function readable(file: File): Promise<File> {
    const input = { file, format: file.name.split('.').at(-1)?.toLowerCase() ?? '' };
    const fill = point('mf-library/import-format')
      .get()
      .find((one) => one.isFor(input));
    return fill ? fill.run(input) : file;
  }

  return {
    state,
    restart: () => setState({ step: 'choosing' }),

    async choose([chosen]: readonly File[]): Promise<void> {
      if (chosen === undefined) return;
      setState({ step: 'reading' });
      let bytes: ArrayBuffer | null;
      let file = chosen;
      try {
        if (chosen.size <= largest.whole) file = await readable(chosen);
        bytes = file.size > largest.whole ? null : await bytesToSend(file);
      } catch (error) {
        return setState({ step: 'choosing', problem: t(errorMessage(error)) });
      }
      if (bytes === null || bytes.byteLength > largest.sent)
        return setState({
          step: 'choosing',
          problem: t(
            text(
              'This file has more highlights and notes than are read at once: at most 50,000, in 16 MB. Export fewer books at a time.',
            ),
          ),
        });
      const content = asBase64(new Uint8Array(bytes));
      await prove({ name: file.name.slice(0, 255), content, books: [] });
    },

    /** The reader says which book a set is about. */
    async chooseBook(file: ChosenFile, set: number, bookId: string): Promise<void> {
      const others = file.books.filter((choice) => choice.set !== set);
      await prove({ ...file, books: [...others, { set, book_id: bookId }] });
    },

    async write(file: ChosenFile, proof: MarksProof): Promise<void> {
      setState({ step: 'proof', file, proof, isWriting: true });
      try {
        const { import: done } = await api.call('POST /marks/import', { body: file });
        data.refresh('GET /marks/imports');
        setState({ step: 'done', done });
      } catch (error) {
        setState({ step: 'proof', file, proof, isWriting: false, problem: t(errorMessage(error)) });
      }
    },
  };
}

/** A database of a Kobo has tens of megabytes, of which little is left when it is compressed. */
const bytesToSend = (file: File): Promise<ArrayBuffer> =>
  file.size <= largest.sent
    ? file.arrayBuffer()
    : new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

/** In parts, since arguments of a call are limited. */
function asBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
