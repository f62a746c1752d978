import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { Printer } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PrintedMark } from '../../engine/documentTools.ts';
import type { Renderer } from '../../engine/renderer.ts';

const PrintDialog = lazy(() =>
  import('../../print/PrintDialog.tsx').then((module) => ({ default: module.PrintDialog })),
);

/** Menu item with the print dialog of a PDF; null for other books. */
export function usePrint(
  renderer: Renderer,
  page: number,
  marks: readonly PrintedMark[],
): { item: MenuItem | null; dialog: ReactNode } {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { documentTools } = renderer;
  if (!documentTools) return { item: null, dialog: null };
  return {
    item: { id: 'print', label: t('Print'), icon: <Printer />, onSelect: () => setOpen(true) },
    dialog: isOpen ? (
      <Suspense>
        <PrintDialog
          tools={documentTools}
          totalPages={renderer.totalPages}
          page={page}
          marks={marks}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ) : null,
  };
}
