import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useEffect, useRef, useState } from 'react';
import type { DocumentTools, PrintedMark } from '../../engine/documentTools.ts';
import { findPage } from '../../engine/findPage.ts';
import './print.css';

export interface PrintDialogProps {
  tools: DocumentTools;
  totalPages: number;
  /** The current page. */
  page: number;
  marks: readonly PrintedMark[];
  onClose: () => void;
}

/** Dialog to choose the pages to print, with or without highlights. */
export function PrintDialog({ tools, totalPages, page, marks, onClose }: PrintDialogProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const [typed, setTyped] = useState(totalPages === 1 ? '1' : `1-${totalPages}`);
  const [hasMarks, setMarks] = useState(marks.length > 0);
  const [isWrong, setWrong] = useState(false);
  const [done, setDone] = useState<{ pages: number; of: number } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const print = async () => {
    const pages = pagesToPrint(typed, totalPages, tools.pageLabels());
    setWrong(pages === null);
    if (pages === null) return;
    const controller = new AbortController();
    running.current = controller;
    setDone({ pages: 0, of: pages.length });
    try {
      await printPages(tools, {
        pages,
        marks: hasMarks ? marks : [],
        onProgress: (count) => setDone({ pages: count, of: pages.length }),
        signal: controller.signal,
      });
    } catch {
      notify.show({ tone: 'warning', message: t('These pages can’t be printed: the file is damaged.') });
    }
    onClose();
  };
  return (
    <Dialog
      size="small"
      onClose={onClose}
      title={t('Print')}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" disabled={done !== null} onClick={() => runInBackground(print())}>
          {done ? t('Page {{page}} of {{total}}', { page: done.pages, total: done.of }) : t('Print')}
        </Button>
      }
    >
      <Stack>
        <TextField
          label={t('Pages')}
          hint={t('For example 1-3, 7. This is page {{page}}.', { page })}
          value={typed}
          onChange={setTyped}
          error={isWrong ? t('There is no such page.') : undefined}
        />
        {marks.length > 0 ? (
          <Switch label={t('With my highlights')} checked={hasMarks} onChange={setMarks} />
        ) : null}
      </Stack>
    </Dialog>
  );
}

/**
 * Parses a page selection such as "1-3, 7, xii" to one-based pages, in order.
 * @param labels page labels
 * @returns null when a page does not exist
 */
export function pagesToPrint(
  typed: string,
  totalPages: number,
  labels: readonly string[] | null,
): number[] | null {
  const pages = new Set<number>();
  const find = (text: string) => findPage(text, totalPages, labels);
  for (const part of typed.split(/[,;،、]/u).filter((text) => text.trim() !== '')) {
    // A label may contain a hyphen ("A-3").
    const alone = find(part);
    const [from, to] = part.split(/[-–—]/u);
    const [first, last] = alone === null ? [find(from ?? ''), find(to ?? '')] : [alone, alone];
    if (first === null || last === null) return null;
    for (let page = Math.min(first, last); page <= Math.max(first, last); page++) pages.add(page);
  }
  return pages.size === 0 ? null : [...pages].sort((a, b) => a - b);
}

interface PrintRequest {
  /** One-based. */
  pages: readonly number[];
  /** Highlights to print. */
  marks: readonly PrintedMark[];
  onProgress(done: number): void;
  signal: AbortSignal;
}

/**
 * Renders pages for printing and opens the browser's print dialog. Resolves when it is closed or aborted. Rejects
 * when a page cannot be rendered.
 */
async function printPages(tools: DocumentTools, request: PrintRequest): Promise<void> {
  const { pages, marks, onProgress, signal } = request;
  const sheets = document.createElement('div');
  sheets.className = 'lectern-print';
  const addresses: string[] = [];
  const style = new CSSStyleSheet();
  try {
    for (const [index, page] of pages.entries()) {
      const { picture, width, height } = await tools.printed(page, marks);
      if (signal.aborted) return;
      const address = URL.createObjectURL(picture);
      addresses.push(address);
      const image = document.createElement('img');
      image.src = address;
      image.alt = '';
      const sheet = document.createElement('div');
      sheet.append(image);
      sheets.append(sheet);
      await image.decode();
      // The paper size is that of the first page; others are fitted to it.
      if (index === 0) style.replaceSync(`@page { size: ${width}pt ${height}pt; margin: 0; }`);
      onProgress(index + 1);
    }
    if (signal.aborted) return;
    document.adoptedStyleSheets.push(style);
    document.body.append(sheets);
    document.documentElement.classList.add('lectern-printing');
    window.print();
  } finally {
    document.documentElement.classList.remove('lectern-printing');
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style);
    sheets.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}
