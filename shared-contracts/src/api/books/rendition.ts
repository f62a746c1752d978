import { OneOf, type Static, Type } from '../type.ts';

/** Layout of a spine item where it differs from the book, by EPUB's rendition properties. */
export const Rendition = Type.Object({
  layout: Type.Optional(OneOf('reflowable', 'fixed')),
  /** When to show spreads; absent for automatic. */
  spread: Type.Optional(OneOf('none', 'landscape', 'both')),
  /** Side of the page in a spread. */
  side: Type.Optional(OneOf('left', 'right', 'center')),
  /** Reflowable content centered on the screen. */
  align: Type.Optional(Type.Literal('center')),
  /** Preferred screen orientation of a fixed-layout page. */
  orientation: Type.Optional(OneOf('landscape', 'portrait')),
  /** Fixed-layout pages can only be scrolled continuously, as a webtoon. */
  flow: Type.Optional(OneOf('paginated', 'scrolled-doc', 'scrolled-continuous')),
});
export type Rendition = Static<typeof Rendition>;
