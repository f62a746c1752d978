import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { useElementWidth } from '../books/useElementWidth.ts';
import { contentWidth } from '../shelf/contentWidth.ts';
import { gridLayout } from '../shelf/gridLayout.ts';

/** Skeleton of the library while books are loading. */
export function LibraryLoading() {
  const t = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  const { columns, rowHeight, coverWidth } = gridLayout(useElementWidth(container, contentWidth));
  return (
    <div ref={container}>
      <Words role="status">{t('Loading your library…')}</Words>
      <Grid aria-hidden style={{ gridTemplateColumns: `repeat(${columns}, 1fr)`, gridAutoRows: rowHeight }}>
        {Array.from({ length: columns * 2 }, (_, index) => `book ${index}`).map((key) => (
          <div key={key} style={{ inlineSize: coverWidth }}>
            <Skeleton shape="cover" />
            <Skeleton shape="line" width="80%" />
            <Skeleton shape="line" width="50%" />
          </div>
        ))}
      </Grid>
    </div>
  );
}

const Words = styled.p`
  margin-block-end: ${space(6)};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Grid = styled.div`
  display: grid;
  & > div { display: grid; align-content: start; gap: ${space(2)}; }
`;
