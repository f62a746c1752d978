import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { BookFile } from '@lectern/shared-contracts/api/uploads.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { formatName, languageName } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { startDownload } from '@lectern/shared-ui/download/saveFile.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { BookOpen, Download, EllipsisVertical, FilePlus, Split, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { itemsOf } from '../../data/itemsOf.ts';
import { useAttempt } from '../../data/useAttempt.ts';
import { AddFileButton } from '../../uploads/AddFileButton.tsx';
import { bookPageAddress } from '../bookAddress.ts';
import { formatBytes, formatPublished } from '../formats.ts';

/** The files of a book, of which one is read. */
export function BookFiles({ book }: { book: Book }) {
  const { network } = useHost();
  const t = useTranslate();
  const isOnline = useReadable(network) === 'online';
  const files = itemsOf(useData('GET /books/:id/files', { params: { id: book.id } }));
  const { busy, read, download, separate, remove } = useFileActions(book);
  const [leaving, setLeaving] = useState<BookFile | null>(null);
  const itemsFor = (file: BookFile): MenuItem[] => {
    const item = (label: string, icon: ReactElement, work: () => void): MenuItem => ({
      id: label,
      label,
      icon,
      disabled: !isOnline,
      onSelect: work,
    });
    const fetchItem = item(t('Download'), <Download />, () => runInBackground(download(file)));
    if (file.current) return [fetchItem];
    return [
      item(t('Read This File'), <BookOpen />, () => runInBackground(read(file))),
      fetchItem,
      item(t('Make a Separate Book'), <Split />, () => runInBackground(separate(file))),
      { ...item(t('Remove'), <Trash2 />, () => setLeaving(file)), danger: true, separatorBefore: true },
    ];
  };
  return (
    <section aria-labelledby="book-files" aria-busy={busy}>
      <h2 id="book-files">{t('Files')}</h2>
      <List role="list">
        {files.map((file) => (
          <li key={file.id}>
            <FileFacts file={file} isRead={file.current && files.length > 1} />
            <Menu
              label={file.file_name}
              items={itemsFor(file)}
              trigger={
                <IconButton
                  label={t('More about {{title}}', { title: file.file_name })}
                  icon={<EllipsisVertical />}
                  size="small"
                  disabled={busy}
                />
              }
            />
          </li>
        ))}
      </List>
      {busy ? <p role="status">{t('One moment…')}</p> : null}
      {isOnline ? null : <p role="status">{t('Files can be added and chosen when you are online.')}</p>}
      <AddFileButton
        book={book}
        variant="quiet"
        size="small"
        flush="start"
        icon={<FilePlus />}
        label={t('Add a file')}
        disabled={!isOnline || busy}
      />
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('Remove “{{title}}”?', { title: leaving?.file_name ?? '' })}
        description={t(
          'The file stays in the bin for 30 days. The book, its notes and its other files stay.',
        )}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        onConfirm={() => {
          if (leaving) runInBackground(remove(leaving));
          setLeaving(null);
        }}
        danger
      />
    </section>
  );
}

/** Format, size, language and edition; and whether this one of several files is the one that is read. */
function FileFacts({ file, isRead }: { file: BookFile; isRead: boolean }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const edition = [
    file.language && languageName(file.language, language),
    file.publisher,
    formatPublished(file.published, language),
    file.isbn && t('ISBN {{number}}', { number: file.isbn }),
  ].filter(Boolean);
  return (
    <div>
      <p>
        <bdi>
          <b>{formatName(file.source_format ?? file.format, t)}</b>
        </bdi>
        {', '}
        <bdi>{formatBytes(file.file_size, language)}</bdi>
        {isRead ? <em>{t('Being read')}</em> : null}
      </p>
      <small dir="auto">{file.file_name}</small>
      {edition.length > 0 ? <small dir="auto">{edition.join(' · ')}</small> : null}
    </div>
  );
}

function useFileActions(book: Book) {
  const { api, data, navigation, notify } = useHost();
  const t = useTranslate();
  const { busy, attempt } = useAttempt();
  const paramsOf = (file: BookFile) => ({ params: { id: book.id, file: file.id } });
  const done = (message: string) => {
    data.refresh();
    notify.show({ tone: 'success', message });
  };
  return {
    busy,
    read: (file: BookFile) =>
      attempt(async () => {
        await api.call('POST /books/:id/files/:file/read', paramsOf(file));
        done(t('You’re now reading this file.'));
      }),
    // The address in the list may have expired.
    download: (file: BookFile) =>
      attempt(async () => {
        const { items } = await api.call('GET /books/:id/files', { params: { id: book.id } });
        const fresh = items.find(({ id }) => id === file.id);
        if (fresh) startDownload(fresh.url, fresh.file_name);
      }),
    separate: (file: BookFile) =>
      attempt(async () => {
        const own = await api.call('POST /books/:id/files/:file/separate', paramsOf(file));
        done(t('The file is now a separate book.'));
        navigation.go(bookPageAddress(own.id));
      }),
    remove: (file: BookFile) =>
      attempt(async () => {
        await api.call('DELETE /books/:id/files/:file', paramsOf(file));
        done(t('The file was removed.'));
      }),
  };
}

const List = styled.ul`
  margin-block-end: ${space(3)};
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: ${space(2)};
    padding-block: ${space(2)};
    border-block-end: 1px solid ${color.line};
    font-size: ${type.small};
  }
  & b { font-weight: 600; }
  & em { margin-inline-start: ${space(2)}; color: ${color.accent}; font-style: normal; }
  & small {
    display: block;
    color: ${color.textMuted};
    font-size: inherit;
    overflow-wrap: anywhere;
  }
`;
