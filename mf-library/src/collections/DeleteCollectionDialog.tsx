import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';

interface DeleteCollectionDialogProps {
  collection: Collection;
  onDelete: () => Promise<boolean>;
  onClose: () => void;
}

export function DeleteCollectionDialog({ collection, onDelete, onClose }: DeleteCollectionDialogProps) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('Delete “{{title}}”?', { title: collection.name })}
      description={t('Its books stay in your library.')}
      confirmLabel={t('Delete')}
      cancelLabel={t('Cancel')}
      onConfirm={() => runInBackground(onDelete().then((done) => done && onClose()))}
      danger
    />
  );
}
