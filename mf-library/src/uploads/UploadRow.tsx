import type { UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Pause, Play, RotateCcw, X } from 'lucide-react';
import { BookCover } from '../books/BookCover.tsx';
import { formatBytes } from './formatBytes.ts';
import { FileMark, UploadListItem } from './UploadListItem.tsx';
import { uploadLabel } from './uploadLabel.ts';

/** One upload with progress and commands. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { uploads, navigation, network, i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const offline = useReadable(network) !== 'online';
  const { id, filename, size, state, progress, book } = item;
  const percent = Math.round(progress * 100);
  const percentText = t('{{percent}}%', { percent });
  const moving = state === 'sending' || state === 'paused' || state === 'waiting' || state === 'ingesting';
  const name = { name: filename };
  return (
    <UploadListItem
      cover={book ? <BookCover book={book} size="thumbnail" /> : <FileMark filename={filename} />}
      title={book?.title ?? filename}
      detail={[book ? book.author || filename : null, formatBytes(size, language)]
        .filter(Boolean)
        .join(' · ')}
      words={uploadLabel(item, offline, t)}
      tone={state === 'refused' || state === 'failed' ? 'danger' : state === 'done' ? 'success' : 'info'}
      progress={
        moving ? (
          <ProgressBar
            label={t('Upload of {{name}}', name)}
            value={state === 'ingesting' && progress === 0 ? undefined : percent}
            valueText={percentText}
          />
        ) : null
      }
      commands={
        <>
          {state === 'done' && book ? (
            <Button as={navigation.Link} to={`/read/${book.id}`} size="small">
              {t('Read')}
            </Button>
          ) : null}
          {state === 'sending' || state === 'waiting' ? (
            <IconButton
              label={t('Pause {{name}}', name)}
              icon={<Pause />}
              size="small"
              onClick={() => uploads.pause(id)}
            />
          ) : null}
          {state === 'paused' ? (
            <IconButton
              label={t('Resume {{name}}', name)}
              icon={<Play />}
              size="small"
              onClick={() => uploads.resume(id)}
            />
          ) : null}
          {state === 'failed' ? (
            <Button size="small" icon={<RotateCcw />} onClick={() => uploads.resume(id)}>
              {t('Retry')}
            </Button>
          ) : null}
          {state === 'done' ? null : (
            <IconButton
              label={state === 'refused' ? t('Remove {{name}}', name) : t('Cancel {{name}}', name)}
              icon={<X />}
              size="small"
              onClick={() => runInBackground(uploads.cancel(id))}
            />
          )}
        </>
      }
    />
  );
}
