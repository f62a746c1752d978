import type { Book } from '@lectern/shared-contracts/api/books.ts';

export type CoverFacts = Pick<Book, 'cover_url' | 'cover_base'>;

const widths = { thumbnail: 64, small: 96, medium: 192, large: 256 } as const;

/** srcset of a cover in its four sizes. */
export function coverSources({ cover_url, cover_base }: CoverFacts): { src?: string; srcSet?: string } {
  if (cover_base) {
    const address = (size: keyof typeof widths) => `${cover_base}/${size}.webp`;
    return {
      src: cover_url ?? address('medium'),
      srcSet: (Object.keys(widths) as (keyof typeof widths)[])
        .map((size) => `${address(size)} ${widths[size]}w`)
        .join(', '),
    };
  }
  return cover_url ? { src: cover_url } : {};
}

/** No cover, or only a generated one. */
export function coverIsMissing({ cover_url, cover_base }: CoverFacts): boolean {
  return !cover_base && (!cover_url || /placeholder/i.test(cover_url));
}
