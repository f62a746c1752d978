import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { saveFile, startDownload } from '@lectern/shared-ui/download/saveFile.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import {
  BookOpenText,
  CloudDownload,
  CloudOff,
  FileDown,
  FileText,
  Presentation,
  Printer,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { NoText } from '../engine/documentTools.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';

interface BookMenu {
  items: MenuItem[];
  /** To be called when the menu is opened. */
  onOpen(): void;
  printDialog: ReactNode;
}

/** The items of the reader's menu that concern the whole book: an offline copy, and what only PDFs have. */
export function useBookMenu(fullscreen: Fullscreen): BookMenu {
  const { manifest, book, renderer } = useOpenedBook();
  const offlineCopy = useOfflineCopy(manifest.book_id, book?.file_size ?? null);
  const asText = useReadAsText();
  const annotatedCopy = useAnnotatedCopy();
  const annotatedEpub = useAnnotatedEpub(manifest.book_id);
  const print = usePrint();
  const presentation = usePresentation(fullscreen);
  const items = renderer.documentTools
    ? [asText.item, offlineCopy, annotatedCopy, print.item, presentation]
    : // The server writes marks into EPUBs, not into files of other formats.
      [offlineCopy, book?.source_format ? null : annotatedEpub];
  return { items: items.filter((item) => item !== null), onOpen: asText.look, printDialog: print.dialog };
}

/** Saves a PDF including the user's highlights and notes. */
function useAnnotatedCopy(): MenuItem {
  const t = useTranslate();
  const { notify, auth } = useHost();
  const { book, renderer, highlights, notes } = useOpenedBook();
  const author = useReadable(auth.user)?.name ?? '';
  const save = async () => {
    const marks = highlights.items.map(
      ({ color, style = 'highlight', page, position, note, updated_at }) => ({
        mark: { color, style },
        page,
        position,
        comment: note ?? '',
        updatedAt: updated_at,
      }),
    );
    const written = notes.items.map(({ title, content, page, position, updated_at }) => ({
      mark: null,
      page,
      position,
      comment: [title, content].filter(Boolean).join('\n'),
      updatedAt: updated_at,
    }));
    const copy = await renderer.documentTools?.annotated([...marks, ...written], author);
    const name = (book?.title ?? '').replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'book';
    if (copy) saveFile(copy, `${name}.pdf`, 'application/pdf');
  };
  const saveOrTell = () =>
    save().catch(() =>
      notify.show({
        tone: 'warning',
        message: t('Highlights can’t be written into this PDF because the file is damaged.'),
      }),
    );
  return {
    id: 'annotated-copy',
    label: t('Download with highlights'),
    icon: <FileDown />,
    onSelect: () => runInBackground(saveOrTell()),
  };
}

/** Downloads an EPUB including the user's highlights, notes and bookmarks, which the server writes into a copy. */
function useAnnotatedEpub(bookId: string): MenuItem {
  const t = useTranslate();
  const { api, notify } = useHost();
  const download = () =>
    api.call('POST /export', { body: { marks: { book_id: bookId, in_file: true } } }).then(
      ({ url }) => startDownload(url),
      (error: unknown) => notify.show({ tone: 'warning', message: t(errorMessage(error)) }),
    );
  return {
    id: 'annotated-copy',
    label: t('Download with highlights'),
    icon: <FileDown />,
    onSelect: () => runInBackground(download()),
  };
}

/** Shows a PDF page by page in full screen. Settings of the book are not changed. */
function usePresentation(fullscreen: Fullscreen): MenuItem | null {
  const t = useTranslate();
  const { renderer, choices } = useOpenedBook();
  const { appearance } = choices;
  const [isOn, setOn] = useState(false);
  const isShown = isOn && fullscreen.on;
  useEffect(() => {
    if (!isShown) return;
    const pdf = { ...appearance.pdf, layout: 'single', zoom: 'page-fit' } as const;
    renderer.setAppearance({ ...appearance, pdf });
    return () => renderer.setAppearance(appearance);
  }, [isShown, renderer, appearance]);
  useEffect(() => {
    if (!fullscreen.on) setOn(false);
  }, [fullscreen.on]);
  if (!fullscreen.possible) return null;
  return {
    id: 'presentation',
    label: t('Presentation'),
    icon: <Presentation />,
    // Keys turn the pages, and the bars hide.
    moveFocus: () => renderer.focus(),
    onSelect: () => {
      setOn(true);
      if (!fullscreen.on) fullscreen.toggle();
    },
  };
}

const PrintDialog = lazy(() =>
  import('../pdf/print/PrintDialog.tsx').then((module) => ({ default: module.PrintDialog })),
);

/** Prints pages of a PDF, which a dialog asks for. */
function usePrint(): { item: MenuItem; dialog: ReactNode } {
  const t = useTranslate();
  const { renderer, store, marks } = useOpenedBook();
  const page = useStore(store, ({ place }) => place?.page ?? 1);
  const [isOpen, setOpen] = useState(false);
  const { documentTools, totalPages } = renderer;
  return {
    item: { id: 'print', label: t('Print'), icon: <Printer />, onSelect: () => setOpen(true) },
    dialog:
      documentTools && isOpen ? (
        <Suspense>
          <PrintDialog
            tools={documentTools}
            {...{ totalPages, page, marks }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null,
  };
}

const reasons: Readonly<Record<NoText, string>> = {
  scanned: text('Its pages are pictures without words.'),
  letters: text('Its fonts don’t say which letters they show.'),
  layout: text('Its pages are not running text in one or two columns.'),
};

/** Switches a PDF between text and printed pages, or says why text is not available. */
function useReadAsText(): { item: MenuItem; look(): void } {
  const t = useTranslate();
  const { renderer, choices } = useOpenedBook();
  const { appearance, setPdf } = choices;
  const [whyNot, setWhyNot] = useState<NoText | null | undefined>(undefined);
  const asText = renderer.documentTools?.asText;
  const look = useCallback(() => {
    if (asText) runInBackground(asText.whyNot().then(setWhyNot));
  }, [asText]);
  const isText = appearance.pdf.view === 'text';
  const item: MenuItem = {
    id: isText ? 'as-printed' : 'as-text',
    label: isText ? t('Show pages as printed') : t('Read as text'),
    icon: isText ? <FileText /> : <BookOpenText />,
    disabled: !isText && whyNot !== null,
    ...(!isText && whyNot ? { hint: t(reasons[whyNot]) } : {}),
    onSelect: () => setPdf({ view: isText ? 'pages' : 'text' }),
    // To the text, for its keys; also, the bars hide.
    moveFocus: () => renderer.focus(),
  };
  return { item, look };
}

/**
 * Menu item for the offline copy: download, cancel or remove.
 * @param size bytes of the book; null when unknown
 */
function useOfflineCopy(bookId: string, size: number | null): MenuItem | null {
  const { offlineBooks, notify, navigation } = useHost();
  const t = useTranslate();
  const copy = useReadable(offlineBooks.books).get(bookId);
  const state = copy?.state ?? 'none';
  if (state === 'downloading' || state === 'cached')
    return {
      id: 'offline',
      label:
        state === 'cached' ? (
          <Sized text={text('Remove Download ({{size}})')} bytes={copy?.bytes ?? 0} />
        ) : (
          t('Stop the download ({{percent}}%)', { percent: Math.round((copy?.progress ?? 0) * 100) })
        ),
      icon: <CloudOff />,
      onSelect: () => runInBackground(offlineBooks.remove(bookId)),
    };
  if (size === null) return null;
  return {
    id: 'offline',
    label: <Sized text={text('Download for Offline ({{size}})')} bytes={size} />,
    icon: <CloudDownload />,
    onSelect: () => {
      offlineBooks.download(bookId).then(
        () => notify.show({ tone: 'success', message: t('This book opens without a network now.') }),
        (error: unknown) =>
          notify.show({
            tone: 'warning',
            message: t(errorMessage(error)),
            ...(isHostError(error) && error.code === 'storage'
              ? freeSpaceAction(t('Free up space'), navigation.go)
              : {}),
          }),
      );
    },
  };
}

/** A label with a size, formatted only in the open menu: the first number format of a page is slow. */
function Sized({ text: label, bytes }: { text: string; bytes: number }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const size = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return t(label, { size: size.format(bytes / 1_000_000) });
}

export interface Fullscreen {
  /** False where the browser does not support it (iPhone). */
  possible: boolean;
  on: boolean;
  toggle(): void;
}

/** Fullscreen mode, ended when the reader is closed. */
export function useFullscreen(): Fullscreen {
  const [on, setOn] = useState(() => Boolean(document.fullscreenElement));
  useEffect(() => {
    const update = () => setOn(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, []);
  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    change.catch(() => {});
  }, []);
  return { possible: document.fullscreenEnabled ?? false, on, toggle };
}
