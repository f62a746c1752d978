import type { Folder } from '@lectern/shared-contracts/api/uploads.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { FileButton } from '@lectern/shared-ui/FileButton.tsx';
import { FolderArchive } from 'lucide-react';
import { UploadRow } from '../../uploads/UploadRow.tsx';
import { FolderList, FolderRow, Lead, Section } from './FolderRow.tsx';

const isZip = (name: string) => /\.zip$/i.test(name);

/** Calibre libraries that the reader uploads as zips, and what became of them. */
export function LibraryZipSection({ libraries }: { libraries: readonly Folder[] }) {
  const { uploads } = useHost();
  const t = useTranslate();
  const sent = useReadable(uploads.items).filter(
    ({ filename, state }) => isZip(filename) && state !== 'done',
  );
  return (
    <Section aria-labelledby="calibre-zips">
      <h2 id="calibre-zips">{t('A calibre library')}</h2>
      <Lead>
        {t(
          'Zip the folder of your calibre library and choose it here. Its books come with their details and covers; nothing that you have changed in Lectern is overwritten. You can repeat this later.',
        )}
      </Lead>
      <FileButton
        icon={<FolderArchive />}
        label={t('Choose a Zip')}
        accept=".zip,application/zip"
        onFiles={(files) => runInBackground(uploads.add(files))}
      />
      <FolderList role="list">
        {sent.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
        {libraries.map((folder) => (
          <FolderRow key={folder.id} folder={folder} />
        ))}
      </FolderList>
    </Section>
  );
}
