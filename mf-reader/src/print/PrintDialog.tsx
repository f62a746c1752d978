import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { DocumentTools, PrintedMark } from '../engine/documentTools.ts';
import { pagesToPrint } from './pagesToPrint.ts';
import { printPages } from './printPages.ts';

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
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={t('Print')}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" disabled={done !== null} onClick={() => runInBackground(print())}>
          {done ? t('Page {{page}} of {{total}}', { page: done.pages, total: done.of }) : t('Print')}
        </Button>
      }
    >
      <Fields>
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
      </Fields>
    </Dialog>
  );
}

const Fields = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
`;
