import { type Static, Type } from './type.ts';

/** Layout of a spine item where it differs from the book, by EPUB's rendition properties. */
export const Rendition = Type.Object({
  layout: Type.Optional(Type.Union([Type.Literal('reflowable'), Type.Literal('fixed')])),
  /** When to show spreads; absent for automatic. */
  spread: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('landscape'), Type.Literal('both')])),
  /** Side of the page in a spread. */
  side: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right'), Type.Literal('center')])),
  /** Reflowable content centered on the screen. */
  align: Type.Optional(Type.Literal('center')),
  /** Preferred screen orientation of a fixed-layout page. */
  orientation: Type.Optional(Type.Union([Type.Literal('landscape'), Type.Literal('portrait')])),
  /** Fixed-layout pages can only be scrolled continuously, as a webtoon. */
  flow: Type.Optional(
    Type.Union([
      Type.Literal('paginated'),
      Type.Literal('scrolled-doc'),
      Type.Literal('scrolled-continuous'),
    ]),
  ),
});
export type Rendition = Static<typeof Rendition>;
