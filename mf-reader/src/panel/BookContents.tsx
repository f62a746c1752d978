import type { Manifest, NamedPlace } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { space } from '@lectern/shared-ui/tokens.ts';
import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { Choice } from '../appearance/Choice.tsx';
import { type ContentsEntry, flattenContents } from '../engine/contents.ts';
import { ContentsTab, type ContentsTabProps } from './ContentsTab.tsx';

type List = 'contents' | 'landmarks' | 'pages';

export interface BookContentsProps extends ContentsTabProps {
  manifest: Manifest;
}

/** Table of contents, and, if the file has them, landmarks and printed pages. */
export function BookContents({ manifest, contents, current, onOpen }: BookContentsProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<List>('contents');
  const { landmarks, page_list: pages } = manifest;
  const shown = useMemo((): readonly ContentsEntry[] => {
    const asEntries = (places: readonly NamedPlace[] = []) =>
      flattenContents({ ...manifest, toc: places.map((place) => ({ ...place, children: [] })) });
    if (chosen === 'contents') return contents;
    return asEntries(chosen === 'landmarks' ? landmarks : pages);
  }, [chosen, manifest, contents, landmarks, pages]);
  return (
    <>
      {landmarks || pages ? (
        <Lists>
          <Choice
            label={t('Go by')}
            value={chosen}
            onChange={setChosen}
            options={[
              { value: 'contents', label: t('Contents') },
              ...(landmarks ? [{ value: 'landmarks' as const, label: t('Landmarks') }] : []),
              ...(pages ? [{ value: 'pages' as const, label: t('Printed pages') }] : []),
            ]}
          />
        </Lists>
      ) : null}
      <ContentsTab
        key={chosen}
        contents={shown}
        current={chosen === 'contents' ? current : -1}
        onOpen={onOpen}
      />
    </>
  );
}

const Lists = styled.div`
  margin-block-end: ${space(4)};
`;
