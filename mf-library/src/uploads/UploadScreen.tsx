import type { Translate, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  useHost,
  usePoint,
  useReadable,
  useSetTitle,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { FileButton } from '@lectern/shared-ui/FileButton.tsx';
import { FileDrop } from '@lectern/shared-ui/FileDrop.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { OpenBook } from '@lectern/shared-ui/illustrations/OpenBook.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { FolderOpen, Highlighter, ListPlus, X } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { LazyDialog } from '../data/LazyView.tsx';
import { acceptedBooks, booksByName } from './bookFiles.ts';
import { FileMark, UploadListItem, UploadRow, uploadLabel } from './UploadRow.tsx';
import { type RefusedFile, useAddFiles } from './useAddFiles.ts';

/** The page /upload: drop zone and list of uploads. */
export function UploadScreen() {
  const { uploads, network } = useHost();
  const t = useTranslate();
  const items = useReadable(uploads.items);
  const offline = useReadable(network) !== 'online';
  const sources = usePoint('mf-library/upload-source', undefined);
  const { refused, forget, add, dropped } = useAddFiles();
  const done = items.filter(({ state }) => state === 'done').length;
  useSetTitle(t('Upload Books'));
  return (
    <Page data-busy={items.length + refused.length > 0 || undefined}>
      <PageHeader title={t('Upload Books')} lead={t('Add your own books. Only you can see them.')} />
      {offline ? (
        <Banner
          tone="info"
          message={t(
            'You are offline. Books that you add are kept in this browser and sent when you are online again.',
          )}
        />
      ) : null}
      <FileDrop
        label={t('Drop books here')}
        buttonLabel={t('Choose Files')}
        hint={t(
          'EPUB, PDF, Kindle books, FB2, comics, Word documents, web pages or text, as many as you like.',
        )}
        accept={acceptedBooks}
        multiple
        illustration={<OpenBook />}
        filesOf={dropped}
        onFiles={(files) => runInBackground(add(files))}
      />
      <VisuallyHidden role="status">{refusals(items, refused, t)}</VisuallyHidden>
      {items.length + refused.length > 0 ? (
        <section aria-labelledby="uploads">
          <Head>
            <div>
              <h2 id="uploads">{t('Uploads')}</h2>
              <p role="status">{t('{{done}} of {{count}} done', { done, count: items.length })}</p>
              {items.some(isUnderWay) ? (
                <ProgressBar
                  label={t('Uploads')}
                  value={Math.round((progressOf(items) / items.length) * 100)}
                  valueText={t('{{done}} of {{count}} done', { done, count: items.length })}
                />
              ) : null}
            </div>
            {done > 0 ? (
              <Button variant="quiet" size="small" onClick={() => uploads.clearFinished()}>
                {t('Clear finished')}
              </Button>
            ) : null}
          </Head>
          <List role="list">
            {refused.map(({ id, filename, reason }) => (
              <UploadListItem
                key={id}
                cover={<FileMark filename={filename} />}
                title={filename}
                detail={t('Not uploaded')}
                words={reason}
                tone="danger"
                progress={null}
                commands={
                  <IconButton
                    label={t('Remove {{name}}', { name: filename })}
                    icon={<X />}
                    size="small"
                    onClick={() => forget(id)}
                  />
                }
              />
            ))}
            {items.map((item) => (
              <UploadRow key={item.id} item={item} />
            ))}
          </List>
        </section>
      ) : null}
      <OtherWays onFiles={(files) => runInBackground(add(files))} />
      {sources.map((source) => (
        <div key={source.id}>{source.render(undefined)}</div>
      ))}
    </Page>
  );
}

/** It goes on by itself, or once it is resumed. */
const isUnderWay = ({ state }: UploadItem): boolean => !['done', 'refused', 'failed'].includes(state);

/** Finished uploads plus the progress of current ones. */
const progressOf = (items: readonly UploadItem[]): number =>
  items.reduce((sum, { state, progress }) => sum + (state === 'done' ? 1 : progress), 0);

/** Refused files with reasons, for screen readers. */
function refusals(items: readonly UploadItem[], refused: readonly RefusedFile[], t: Translate): string {
  return [
    ...refused.map(({ filename, reason }) => `${filename}: ${reason}`),
    ...items
      .filter(({ state }) => state === 'refused' || state === 'failed')
      .map((item) => `${item.filename}: ${uploadLabel(item, false, t)}`),
  ].join(' ');
}

const Page = styled.div`
  display: grid;
  gap: ${space(6)};
  max-inline-size: 52rem;
  & > * { min-inline-size: 0; }
  &[data-busy] > p { align-self: start; }
  & > header { margin-block-end: 0; }
  @media ${media.narrow} { gap: ${space(5)}; }
  /* On wide screens the list is beside the drop zone. */
  @media ${media.wide} {
    &[data-busy] {
      grid-template-columns: minmax(0, 26rem) minmax(0, 1fr);
      gap: ${space(6)} ${space(16)};
      max-inline-size: none;
    }
    & > header, & > [role='status'] { grid-column: 1 / -1; }
    & > [role='group'] { align-self: start; }
    &[data-busy] > section { grid-column: 2; grid-row: 2 / span 3; }
  }
`;

const Head = styled.div`
  display: flex;
  align-items: end;
  justify-content: space-between;
  gap: ${space(4)};
  & > div { flex: 1; display: grid; gap: ${space(2)}; }
  & h2 { font-size: ${type.large}; }
  & p { color: ${color.textMuted}; font-size: ${type.small}; }
`;

const List = styled.ul`
`;

const loadImport = () => import('../imports/ImportDialog.tsx').then(({ ImportDialog }) => ImportDialog);

/** Upload a folder, or import a reading list. */
function OtherWays({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { notify, navigation } = useHost();
  const t = useTranslate();
  const [importing, setImporting] = useState(false);
  const take = (all: readonly File[]) => {
    const books = booksByName(all);
    notify.show({
      tone: books.length > 0 ? 'info' : 'warning',
      message:
        books.length > 0
          ? t('{{count}} books found in the folder.', { count: books.length })
          : t('There is no book in this folder.'),
    });
    if (books.length > 0) onFiles(books);
  };
  return (
    <Row>
      <FileButton icon={<FolderOpen />} label={t('Choose a Folder')} folder onFiles={take} />
      <Button icon={<ListPlus />} onClick={() => setImporting(true)}>
        {t('From Goodreads or StoryGraph')}
      </Button>
      <Button icon={<Highlighter />} onClick={() => navigation.go('/imports')}>
        {t('Highlights and notes')}
      </Button>
      {importing ? (
        <LazyDialog
          load={loadImport}
          props={{ onClose: () => setImporting(false) }}
          onFailed={() => setImporting(false)}
        />
      ) : null}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;
