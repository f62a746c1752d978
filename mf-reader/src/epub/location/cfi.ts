import EpubCFI from 'epubjs/src/epubcfi.js';

/**
 * The CFI of a range; null where there is none. Ids are left out of it: epubjs cannot read back one that holds a
 * bracket, a slash or a colon, and the steps say it all.
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

/** The range that a CFI points to in a chapter; null when it does not fit the chapter, or is none. */
export function rangeOfCfi(cfi: string, document: Document): Range | null {
  try {
    const parsed = new EpubCFI(cfi);
    // epubjs would say in the console that there is nothing there.
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
