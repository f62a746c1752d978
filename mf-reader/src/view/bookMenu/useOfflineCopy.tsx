import { freeSpaceAction } from '@lectern/shared-contracts/contract/freeSpaceAction.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { CloudDownload, CloudOff } from 'lucide-react';

/**
 * Menu item for the offline copy: download, cancel or remove.
 * @param size bytes of the book; null when unknown
 */
export function useOfflineCopy(bookId: string, size: number | null): MenuItem | null {
  const { offlineBooks, notify, navigation } = useHost();
  const t = useTranslate();
  const copy = useReadable(offlineBooks.books).get(bookId);
  const state = copy?.state ?? 'none';
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
      label: <Sized text={text('Remove the offline copy ({{size}})')} bytes={copy?.bytes ?? 0} />,
      icon: <CloudOff />,
      onSelect: remove,
    };
  if (size === null) return null;
  return {
    id: 'offline',
    label: <Sized text={text('Keep for reading offline ({{size}})')} bytes={size} />,
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

/** A label with a size, formatted only in the open menu: a page's first number format takes twenty milliseconds. */
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
