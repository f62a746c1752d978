import type { Translate, UploadItem } from '@lectern/shared-contracts/contract/host.ts';

/** State of an upload as text. */
export function uploadLabel(item: UploadItem, offline: boolean, t: Translate): string {
  const percent = Math.round(item.progress * 100);
  switch (item.state) {
    case 'waiting':
      return offline ? t('Saved here; it will be sent when you’re back online.') : t('Waiting for its turn');
    case 'sending':
      return t('Uploading, {{percent}}%', { percent });
    case 'paused':
      return t('Paused at {{percent}}%', { percent });
    case 'ingesting':
      return t('Processing the book…');
    case 'done':
      return item.duplicate ? t('Already in your library.') : t('In your library');
    case 'refused':
      return item.error ? t(item.error) : t('This file was refused.');
    case 'failed':
      return item.error ? t(item.error) : t('The upload failed. Nothing is lost: try again.');
  }
}
