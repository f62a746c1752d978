import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Thumbnails } from '../engine/renderer.ts';
import { usePanelRows } from './usePanelRows.ts';

export interface PagesTabProps {
  thumbnails: Thumbnails;
  total: number;
  current: number;
  onOpen: (page: number) => void;
}

/** CSS pixels. */
const width = 132;
const gap = 12;
const rowHeight = 232;

/** Virtualized thumbnails of the pages. */
export function PagesTab({ thumbnails, total, current, onOpen }: PagesTabProps) {
  const list = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(2);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + gap) / (width + gap)))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const rows = usePanelRows({
    list,
    count: Math.ceil(total / columns),
    rowHeight,
    current: Math.floor((current - 1) / columns),
  });
  const { scrollMargin } = rows.options;
  return (
    <List ref={list} style={{ blockSize: `${rows.getTotalSize()}px` }}>
      {rows.getVirtualItems().map(({ index: row, start }) => (
        <Row
          key={row}
          ref={rows.measureElement}
          data-index={row}
          style={{
            transform: `translateY(${start - scrollMargin}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) => {
            const page = row * columns + column + 1;
            return (
              <Thumbnail
                key={page}
                thumbnails={thumbnails}
                page={page}
                total={total}
                isCurrent={page === current}
                onOpen={onOpen}
              />
            );
          })}
        </Row>
      ))}
    </List>
  );
}

interface ThumbnailProps extends Pick<PagesTabProps, 'thumbnails' | 'total' | 'onOpen'> {
  page: number;
  isCurrent: boolean;
}

function Thumbnail({ thumbnails, page, total, isCurrent, onOpen }: ThumbnailProps) {
  const t = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const controller = new AbortController();
    thumbnails.draw(page, element, width, controller.signal).catch(() => {});
    return () => {
      controller.abort();
      // Frees the memory at once instead of at garbage collection.
      element.width = 0;
    };
  }, [thumbnails, page]);
  return (
    <li aria-setsize={total} aria-posinset={page}>
      <Sheet
        type="button"
        aria-label={t('Page {{page}}', { page })}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onOpen(page)}
      >
        <canvas ref={canvas} width={width} height={Math.round(width * Math.SQRT2)} />
        <small aria-hidden>{page}</small>
      </Sheet>
    </li>
  );
}

const List = styled.div`
  position: relative;
`;

const Row = styled.ul`
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  display: grid;
  gap: ${gap}px;
  padding: 0 0 ${gap}px;
  list-style: none;
`;

const Sheet = styled.button`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(1)};
  inline-size: 100%;
  padding: ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  & > canvas { inline-size: 100%; block-size: auto; background: #fff; box-shadow: 0 0 0 1px ${color.line}; }
  & > small { color: ${color.textMuted}; font-size: ${type.caption}; font-variant-numeric: tabular-nums; }
  &:hover { background: ${color.surfaceHover}; }
  &[aria-current] { background: ${color.accentSoft}; }
  &[aria-current] > small { color: ${color.accent}; font-weight: 600; }
`;
