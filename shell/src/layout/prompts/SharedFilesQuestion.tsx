import type { SharedQuestion } from '@lectern/client/pwa/incomingFiles.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';

/** Asks before files shared with the app are uploaded, since any web page can send them. */
export function SharedFilesQuestion({ question }: { question: Readable<SharedQuestion | null> }) {
  const t = useTranslate();
  const files = useReadable(question);
  if (files === null) return null;
  const { names, answer } = files;
  return (
    <ConfirmDialog
      onClose={() => answer(false)}
      title={
        names.length === 1
          ? t('Add “{{name}}” to your library?', { name: names[0] ?? '' })
          : t('Add {{count}} file(s) to your library?', { count: names.length })
      }
      description={t('An app or a page shared this with Lectern. Add it only if you shared it yourself.')}
      confirmLabel={t('Add')}
      cancelLabel={t('Do not add')}
      onConfirm={() => answer(true)}
    >
      {names.length === 1 ? undefined : (
        <ul>
          {names.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
