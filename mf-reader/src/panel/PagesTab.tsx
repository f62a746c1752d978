import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { Thumbnails } from '../engine/renderer.ts';

export interface PagesTabProps {
  thumbnails: Thumbnails;
  total: number;
  current: number;
  onOpen: (page: number) => void;
}

const width = 132;

/**
 * Thumbnails of all pages, rendered near the viewport and dropped elsewhere.
 */
export function PagesTab({ thumbnails, total, current, onOpen }: PagesTabProps) {
  const t = useTranslate();
  const grid = useRef<HTMLUListElement>(null);

  useEffect(() => {
    grid.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, []);

  useEffect(() => {
    const near = new Map<HTMLCanvasElement, AbortController>();
    const leave = (canvas: HTMLCanvasElement) => {
      near.get(canvas)?.abort();
      near.delete(canvas);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!(target instanceof HTMLCanvasElement)) continue;
          if (!isIntersecting) {
            if (near.has(target)) forget(target);
            leave(target);
          } else if (!near.has(target)) {
            const controller = new AbortController();
            near.set(target, controller);
            thumbnails.draw(Number(target.dataset.page), target, width, controller.signal).catch(() => {});
          }
        }
      },
      { rootMargin: '50%' },
    );
    for (const canvas of grid.current?.querySelectorAll('canvas') ?? []) observer.observe(canvas);
    return () => {
      observer.disconnect();
      for (const canvas of [...near.keys()]) leave(canvas);
    };
  }, [thumbnails]);

  return (
    <Grid ref={grid} role="list">
      {Array.from({ length: total }, (_, index) => index + 1).map((page) => (
        <li key={page}>
          <Sheet
            type="button"
            aria-label={t('Page {{page}}', { page })}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => onOpen(page)}
          >
            <canvas data-page={page} width={width} height={Math.round(width * Math.SQRT2)} />
            <small aria-hidden>{page}</small>
          </Sheet>
        </li>
      ))}
    </Grid>
  );
}

/** Frees the memory of a thumbnail and keeps its size. */
function forget(canvas: HTMLCanvasElement): void {
  const { width: wide, height } = canvas;
  canvas.width = 20;
  canvas.height = Math.max(1, Math.round((20 * height) / Math.max(1, wide)));
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr));
  gap: ${space(3)};
  padding: 0;
  & > li { content-visibility: auto; contain-intrinsic-size: 8.25rem 13rem; }
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
