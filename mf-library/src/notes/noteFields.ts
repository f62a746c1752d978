/** 'history, the sea,, History ' is ['history', 'the sea']: trimmed, none twice, at most 50 of 60 characters. */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const tag = part.trim().replace(/^#/, '').slice(0, 60).trim();
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].slice(0, 50);
}

/** A page number as an integer; null when the field holds none. */
export function parsePage(text: string): number | null {
  const page = Number.parseInt(text, 10);
  return Number.isSafeInteger(page) && page >= 0 ? page : null;
}
