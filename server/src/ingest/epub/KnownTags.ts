import { htmlInside, type Vocabulary } from './allowedMarkup.ts';
import type { SourceAttribute } from './elementAttributes.ts';
import type { Mfenced } from './mfenced.ts';

/** An element that is open. */
export interface Frame {
  vocabulary: Vocabulary;
  /** Lower case, without prefix. */
  name: string;
  /** What is written when it opens and when it closes. */
  start: string;
  end: string;
  /** Address of the picture that it is. */
  picture: string | null;
  /** Neither it nor anything in it is written. */
  dropped: boolean;
  /** What readers of the text have to know about it. */
  block: boolean;
  aside: boolean;
  heading: boolean;
  /**
   * White space right in it is not seen, whatever a style sheet says: of it one space is kept, so that words stay
   * apart. In some books more than half of all there is indents the parts of formulas.
   */
  unseenSpace: boolean;
  /** Of an <mfenced>. */
  fence: Mfenced | null;
  /** Start tags that stood in such an element before, and what became of them. */
  inside: Map<string, KnownTag>;
}

/** A start tag that says the same wherever it stands in elements like the one that it stood in. */
export interface KnownTag {
  rawName: string;
  frame: Frame;
  /** Whether it is written as it stands. */
  same: boolean;
}

/** Longer start tags are not remembered. */
const longestKnown = 300;

/** Start tags of a document by the kind of element that they stood in, so that none is parsed and checked twice. */
export class KnownTags {
  readonly #byParent = new Map<string, Map<string, KnownTag>>();

  /** The tags that mean, in an element of this name, what they mean in all that are like it. */
  inside(vocabulary: Vocabulary, name: string): Map<string, KnownTag> {
    const kind = htmlInside.has(name) ? `${vocabulary} html` : vocabulary;
    let tags = this.#byParent.get(kind);
    if (!tags) {
      tags = new Map();
      this.#byParent.set(kind, tags);
    }
    return tags;
  }

  /** @param raw the start tag as it stands in the source */
  learn(
    parent: Frame,
    tag: { rawName: string; raw: string },
    frame: Frame,
    source: readonly SourceAttribute[],
  ): void {
    const { rawName, raw } = tag;
    if (raw.length > longestKnown) return;
    // Where an id stands matters each time, and it stands but once. An <object> is a picture and
    // its stand-in, and a fence counts its parts.
    if (frame.name === 'object' || frame.fence || source.some(({ name }) => name === 'id' || name === 'name'))
      return;
    parent.inside.set(raw, { rawName, frame, same: frame.start === raw });
  }

  /** Forgets all: prefixes have come to mean something else. */
  clear(): void {
    for (const tags of this.#byParent.values()) tags.clear();
  }
}
