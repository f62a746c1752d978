import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { CloudDownload, CloudOff } from 'lucide-react';

/**
 * Menu item for the offline copy: download, cancel or remove.
 * @param size bytes of the book; null when unknown
 */
export function useOfflineCopy(bookId: string, size: number | null): MenuItem | null {
  const { offlineBooks, i18n, notify, navigation } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const copy = useReadable(offlineBooks.books).get(bookId);
  const state = copy?.state ?? 'none';
  const megabytes = (bytes: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'megabyte',
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(bytes / 1_000_000);
  const remove = () => runInBackground(offlineBooks.remove(bookId));
  if (state === 'downloading')
    return {
      id: 'offline',
      label: t('Stop the download ({{percent}}%)', { percent: Math.round((copy?.progress ?? 0) * 100) }),
      icon: <CloudOff />,
      onSelect: remove,
    };
  if (state === 'cached')
    return {
      id: 'offline',
      label: t('Remove the offline copy ({{size}})', { size: megabytes(copy?.bytes ?? 0) }),
      icon: <CloudOff />,
      onSelect: remove,
    };
  if (size === null) return null;
  return {
    id: 'offline',
    label: t('Keep for reading offline ({{size}})', { size: megabytes(size) }),
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
