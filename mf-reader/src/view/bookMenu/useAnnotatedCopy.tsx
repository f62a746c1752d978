import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { FileDown } from 'lucide-react';
import type { BookNotes } from '../../annotations/useBookNotes.ts';
import type { Highlights } from '../../annotations/useHighlights.ts';
import type { Renderer } from '../../engine/renderer.ts';

/** Menu item that saves a PDF including the user's highlights and notes; null for other books. */
export function useAnnotatedCopy(
  renderer: Renderer,
  title: string,
  highlights: Highlights,
  notes: BookNotes,
): MenuItem | null {
  const t = useTranslate();
  const { notify, auth } = useHost();
  const author = useReadable(auth.user)?.name ?? '';
  const { documentTools } = renderer;
  if (!documentTools) return null;
  const save = async () => {
    try {
      const marks = highlights.items.map(
        ({ color, style = 'highlight', page, position, note, updated_at }) => ({
          mark: { color, style },
          page,
          position,
          comment: note ?? '',
          updatedAt: updated_at,
        }),
      );
      const written = notes.items.map(({ title: heading, content, page, position, updated_at }) => ({
        mark: null,
        page,
        position,
        comment: [heading, content].filter(Boolean).join('\n'),
        updatedAt: updated_at,
      }));
      const copy = await documentTools.annotated([...marks, ...written], author);
      saveFile(
        copy,
        `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'book'}.pdf`,
        'application/pdf',
      );
    } catch {
      notify.show({
        tone: 'warning',
        message: t('Highlights can’t be written into this PDF because the file is damaged.'),
      });
    }
  };
  return {
    id: 'annotated-copy',
    label: t('Download with highlights'),
    icon: <FileDown />,
    onSelect: () => runInBackground(save()),
  };
}
