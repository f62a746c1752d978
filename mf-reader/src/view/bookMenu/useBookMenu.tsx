import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import type { ReactNode } from 'react';
import type { BookNotes } from '../../annotations/useBookNotes.ts';
import type { Highlights } from '../../annotations/useHighlights.ts';
import type { AppearanceChoices } from '../../appearance/useAppearance.ts';
import type { Fullscreen } from '../../controls/useFullscreen.ts';
import type { Mark, Renderer } from '../../engine/renderer.ts';
import { useAnnotatedCopy } from './useAnnotatedCopy.tsx';
import { useOfflineCopy } from './useOfflineCopy.tsx';
import { usePresentation } from './usePresentation.tsx';
import { usePrint } from './usePrint.tsx';
import { useReadAsText } from './useReadAsText.tsx';

interface BookMenuOptions {
  bookId: string;
  book: Book | null;
  renderer: Renderer;
  /** The current page. */
  page: number;
  choices: AppearanceChoices;
  highlights: Highlights;
  notes: BookNotes;
  /** The highlights on the pages. */
  marks: readonly Mark[];
  fullscreen: Fullscreen;
}

interface BookMenu {
  items: MenuItem[];
  /** To be called when the menu is opened. */
  onOpen(): void;
  printDialog: ReactNode;
}

/** The items of the reader's menu that concern the whole book. */
export function useBookMenu({ bookId, book, renderer, choices, ...others }: BookMenuOptions): BookMenu {
  const { page, highlights, notes, marks, fullscreen } = others;
  const asText = useReadAsText(renderer, choices);
  const offlineCopy = useOfflineCopy(bookId, book?.file_size ?? null);
  const annotatedCopy = useAnnotatedCopy(renderer, book?.title ?? '', highlights, notes);
  const print = usePrint(renderer, page, marks);
  const presentation = usePresentation(renderer, choices.appearance, fullscreen);
  return {
    items: [asText.item, offlineCopy, annotatedCopy, print.item, presentation].filter(
      (item) => item !== null,
    ),
    onOpen: asText.look,
    printDialog: print.dialog,
  };
}
