import EpubCFI, { type CfiStep } from 'epubjs/src/epubcfi.js';

/** A CFI that is found by its numbers where an id of it is missing. */
class BookCfi extends EpubCFI {
  override findNode(steps: readonly CfiStep[], document: Document): Node | null {
    let node: Node | null = document.documentElement;
    for (const { id, type, index } of steps) {
      if (!node) return null;
      const siblings: ArrayLike<Node> =
        type === 'text' ? this.textNodes(node) : (node as ParentNode).children;
      // CFIs of other programs also contain ids.
      node = (id ? document.getElementById(id) : null) ?? siblings[index] ?? null;
    }
    return node;
  }
}

/**
 * The CFI of a range; null when there is none. Without ids: epubjs cannot parse ids with a
 * bracket, slash or colon, and steps are sufficient.
 */
export function cfiOf(range: Range, cfiBase: string): string | null {
  try {
    const cfi = new BookCfi(range, cfiBase);
    for (const component of [cfi.path, cfi.start, cfi.end])
      for (const step of component?.steps ?? []) step.id = null;
    return cfi.toString();
  } catch {
    return null;
  }
}

/** The range of a CFI in a chapter; null for an invalid one. */
export function rangeOfCfi(cfi: string, document: Document): Range | null {
  try {
    const parsed = new BookCfi(cfi);
    // epubjs would log an error.
    const node = parsed.findNode([...parsed.path.steps, ...(parsed.start?.steps ?? [])], document);
    return node && parsed.toRange(document);
  } catch {
    return null;
  }
}

/** The zero-based spine index of a CFI; null when it has none. */
export function spineIndexOf(cfi: string): number | null {
  try {
    const { spinePos } = new EpubCFI(cfi);
    return Number.isInteger(spinePos) && spinePos >= 0 ? spinePos : null;
  } catch {
    return null;
  }
}
