import type { Translate, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { FileText, Pause, Play, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { formatBytes } from '../books/formats.ts';

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
      if (item.book === null) return t('A calibre library: its books follow.');
      return item.duplicate ? t('Already in your library.') : t('In your library');
    case 'refused':
      return item.error ? t(item.error) : t('This file was refused.');
    case 'failed':
      return item.error ? t(item.error) : t('The upload failed. Nothing is lost: try again.');
  }
}

interface UploadListItemProps {
  cover: ReactNode;
  title: string;
  detail: string;
  /** State as text. */
  words: string;
  tone: 'info' | 'success' | 'danger';
  progress: ReactNode;
  commands: ReactNode;
}

/** List item of an upload in any state. */
export function UploadListItem({
  cover,
  title,
  detail,
  words,
  tone,
  progress,
  commands,
}: UploadListItemProps) {
  return (
    <StyledItem>
      {cover}
      <Words>
        <strong dir="auto">{title}</strong>
        <small dir="auto">{detail}</small>
        {progress}
        <State data-tone={tone}>{words}</State>
      </Words>
      <Commands>{commands}</Commands>
    </StyledItem>
  );
}

/** Placeholder while there is no cover yet. */
export function FileMark({ filename }: { filename: string }) {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1]?.toUpperCase() ?? '';
  return (
    <Mark aria-hidden>
      <FileText />
      {extension}
    </Mark>
  );
}

const StyledItem = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  padding-block: ${space(4)};
  border-block-end: 1px solid ${color.line};
  list-style: none;
`;

const Words = styled.div`
  flex: 1;
  display: grid;
  gap: ${space(1)};
  min-inline-size: 0;
  & > strong {
    overflow: hidden;
    font-family: ${font.reading};
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > small { color: ${color.textMuted}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;

const State = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  &[data-tone='danger'] { color: ${color.danger}; }
  &[data-tone='success'] { color: ${color.success}; }
`;

const Commands = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;

const Mark = styled.span`
  display: grid;
  flex: none;
  place-content: center;
  justify-items: center;
  gap: ${space(1)};
  inline-size: 64px;
  block-size: 96px;
  border: 1px solid ${color.line};
  border-radius: ${radius.cover};
  background: ${color.surfaceSunken};
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-weight: 600;
`;
