import EpubCFI from 'epubjs/src/epubcfi.js';

/**
 * The CFI of a range; null when there is none. Without ids: epubjs cannot parse ids with a
 * bracket, slash or colon, and steps are sufficient.
 */
export function cfiOf(range: Range, cfiBase: string): string | null {
  try {
    const cfi = new EpubCFI(range, cfiBase);
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
    const parsed = new EpubCFI(cfi);
    // epubjs would log an error.
    const there = parsed.findNode([...parsed.path.steps, ...(parsed.start?.steps ?? [])], document);
    return there && parsed.toRange(document);
  } catch {
    return null;
  }
}

/** The zero-based spine index that a CFI names; null when it names none. */
export function spineIndexOf(cfi: string): number | null {
  try {
    const { spinePos } = new EpubCFI(cfi);
    return Number.isInteger(spinePos) && spinePos >= 0 ? spinePos : null;
  } catch {
    return null;
  }
}
