/** Size of a fixed-layout page in CSS pixels. */
export interface PageSize {
  width: number;
  height: number;
}

const usual: PageSize = { width: 1_000, height: 1_414 };

/** The declared page size: viewport meta, SVG viewBox, or the size of its image. */
export function pageSize(page: Document): PageSize {
  const viewport = page.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  const width = Number(/width\s*=\s*([\d.]+)/i.exec(viewport)?.[1]);
  const height = Number(/height\s*=\s*([\d.]+)/i.exec(viewport)?.[1]);
  if (width > 0 && height > 0) return { width, height };
  const drawing = page
    .querySelector('svg[viewBox]')
    ?.getAttribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  if (drawing && (drawing[2] ?? 0) > 0 && (drawing[3] ?? 0) > 0)
    return { width: drawing[2] as number, height: drawing[3] as number };
  return usual;
}

/** The spreads: the cover alone, then pairs; single pages on narrow screens. */
export function spreadOf(index: number, count: number, two: boolean): number[] {
  if (!two || index === 0) return [index];
  const first = index % 2 === 1 ? index : index - 1;
  return first + 1 < count ? [first, first + 1] : [first];
}

/** Scale and position of pages side by side in a container. */
export function fitPages(
  sizes: readonly PageSize[],
  room: PageSize,
): { scale: number; left: number; top: number }[] {
  const scales = sizes.map(({ height, width }) =>
    Math.min(room.height / height, room.width / sizes.length / width),
  );
  const widths = sizes.map(({ width }, index) => width * (scales[index] as number));
  let left = (room.width - widths.reduce((sum, width) => sum + width, 0)) / 2;
  return sizes.map(({ height }, index) => {
    const scale = scales[index] as number;
    const place = { scale, left, top: (room.height - height * scale) / 2 };
    left += widths[index] as number;
    return place;
  });
}
