import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { itemsOf } from '../../data/itemsOf.ts';
import { FolderList, FolderRow, Lead, Section } from './FolderRow.tsx';
import { LibraryZipSection } from './LibraryZipSection.tsx';

/** Libraries in zips, and the folders on the server that its operator has set, when there are some. */
export function FoldersSection() {
  const t = useTranslate();
  const all = itemsOf(useData('GET /folders', {}));
  const folders = all.filter(({ kind }) => kind !== 'zip');
  const zips = <LibraryZipSection libraries={all.filter(({ kind }) => kind === 'zip')} />;
  if (folders.length === 0) return zips;
  return (
    <>
      {zips}
      <Section aria-labelledby="folders">
        <h2 id="folders">{t('Folders')}</h2>
        <Lead>{t('Books in these folders on the server are added to your library automatically.')}</Lead>
        <FolderList role="list">
          {folders.map((folder) => (
            <FolderRow key={folder.id} folder={folder} />
          ))}
        </FolderList>
      </Section>
    </>
  );
}
