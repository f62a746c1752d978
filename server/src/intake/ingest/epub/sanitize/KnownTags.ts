import { htmlInside, type Vocabulary } from './allowedMarkup.ts';
import type { SourceAttribute } from './elementAttributes.ts';
import type { Mfenced } from './mfenced.ts';

/** An open element. */
export interface Frame {
  vocabulary: Vocabulary;
  /** Lower case, without prefix. */
  name: string;
  /** Markup written when it opens and closes. */
  start: string;
  end: string;
  /** Address of the picture, for an image. */
  picture: string | null;
  /** Whether it is dropped with its content. */
  dropped: boolean;
  /** How it affects the text of the page. */
  block: boolean;
  aside: boolean;
  heading: boolean;
  /**
   * White space directly inside is not rendered, whatever the CSS. It is reduced to one space, so that words stay
   * apart. In some books, indentation inside formulas makes up more than half of the source.
   */
  unseenSpace: boolean;
  /** For an <mfenced>. */
  fence: Mfenced | null;
  /** Cached start tags in elements of this kind. */
  inside: Map<string, KnownTag>;
}

/** A start tag that always gives the same result in elements of one kind. */
export interface KnownTag {
  rawName: string;
  frame: Frame;
  /** Whether it is written unchanged. */
  same: boolean;
}

/** Longer start tags are not cached. */
const maxCachedLength = 300;

/** Caches start tags by the kind of their parent, so that none is parsed and checked twice. */
export class KnownTags {
  readonly #byParent = new Map<string, Map<string, KnownTag>>();

  /** The cache for children of this element. */
  inside(vocabulary: Vocabulary, name: string): Map<string, KnownTag> {
    const kind = htmlInside.has(name) ? `${vocabulary} html` : vocabulary;
    let tags = this.#byParent.get(kind);
    if (!tags) {
      tags = new Map();
      this.#byParent.set(kind, tags);
    }
    return tags;
  }

  /** @param raw the start tag in the source */
  learn(
    parent: Frame,
    tag: { rawName: string; raw: string },
    frame: Frame,
    source: readonly SourceAttribute[],
  ): void {
    const { rawName, raw } = tag;
    // Not cached: tags with an id, which come once, an <mfenced>, which counts its children, and an <iframe>, whose
    // link has a text.
    if (raw.length > maxCachedLength || frame.fence || frame.name === 'iframe') return;
    if (source.some(({ name }) => name === 'id')) return;
    parent.inside.set(raw, { rawName, frame, same: frame.start === raw });
  }

  /** Clears the cache: prefixes have been redefined. */
  clear(): void {
    for (const tags of this.#byParent.values()) tags.clear();
  }
}
