import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { BookLanguage } from '../../annotations/PassageList.tsx';
import { useAppearance, usePagePalette } from '../../appearance/useAppearance.ts';
import { flattenContents } from '../../engine/contents.ts';
import { ContentsTab } from '../../panel/ContentsTab.tsx';

export interface UnopenedBookProps {
  manifest: Manifest;
  /** @param position null for where the book would have been opened */
  onOpen: (position: Locator | null) => void;
}

/** Asks before a book is opened whose last opening froze or crashed the tab, and offers its other chapters. */
export function UnopenedBook({ manifest, onOpen }: UnopenedBookProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  usePagePalette(useAppearance(manifest.book_id).appearance.theme);
  const contents = useMemo(() => flattenContents(manifest), [manifest]);
  return (
    <Page data-panel-scroll>
      <ErrorState
        headingLevel={1}
        title={t('This book didn’t open last time.')}
        message={t(
          'One of its pages may be too much for this browser. Your place, highlights and notes are safe.',
        )}
        actions={
          <>
            <Button variant="primary" onClick={() => onOpen(null)}>
              {t('Open anyway')}
            </Button>
            <Button as={navigation.Link} to="/library">
              {t('Back to the library')}
            </Button>
          </>
        }
      />
      {contents.length > 0 ? (
        <BookLanguage value={manifest.language ?? undefined}>
          <h2>{t('Or open another chapter')}</h2>
          <ContentsTab
            contents={contents}
            current={-1}
            onOpen={({ target, fraction = 0 }) =>
              onOpen(manifest.format === 'pdf' ? { page: target } : { spine_index: target, fraction })
            }
          />
        </BookLanguage>
      ) : null}
    </Page>
  );
}

const Page = styled.div`
  position: fixed;
  inset: 0;
  overflow: auto;
  padding: ${space(4)} max(${space(4)}, calc((100% - 40rem) / 2));
  background: ${color.surface};
  color: ${color.text};
  /* In line with the titles of the entries. */
  & > h2 { padding-inline: ${space(1)}; margin-block-end: ${space(2)}; font-size: ${type.body}; }
`;
