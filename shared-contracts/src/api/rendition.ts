import { type Static, Type } from './type.ts';

/** How a spine item is laid out where it differs from the book, as EPUB's rendition properties say. */
export const Rendition = Type.Object({
  layout: Type.Optional(Type.Union([Type.Literal('reflowable'), Type.Literal('fixed')])),
  /** When two fixed pages stand side by side; absent when the reading system decides. */
  spread: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('landscape'), Type.Literal('both')])),
  /** Where a page stands in a spread. */
  side: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right'), Type.Literal('center')])),
  /** Reflowable text that stands in the middle of the screen, whatever there is of it. */
  align: Type.Optional(Type.Literal('center')),
  /** How the screen should be held for a fixed page. */
  orientation: Type.Optional(Type.Union([Type.Literal('landscape'), Type.Literal('portrait')])),
  /** Fixed pages flow only in a roll: they are scrolled-continuous then. */
  flow: Type.Optional(
    Type.Union([
      Type.Literal('paginated'),
      Type.Literal('scrolled-doc'),
      Type.Literal('scrolled-continuous'),
    ]),
  ),
});
export type Rendition = Static<typeof Rendition>;
