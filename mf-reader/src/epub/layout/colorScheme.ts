import { eachAuthorSheet } from './authorStyles.ts';

type ColorScheme = 'light' | 'dark';

/** Matches a media feature that asks for the color scheme. */
const feature = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;
const always = '(min-width: 0px)';
const never = '(max-width: -1px)';

/** The media queries of a book, by the object that has them. */
const originals = new WeakMap<MediaList | Element, string>();

/** Replaces `prefers-color-scheme` in a media query by a feature that always or never matches. */
export function withColorScheme(query: string, scheme: ColorScheme): string {
  return query.replace(feature, (_, wanted: string) => (wanted.toLowerCase() === scheme ? always : never));
}

/** The color scheme of a page with its styles applied. */
export const schemeOf = (page: Document): ColorScheme =>
  page.defaultView?.getComputedStyle(page.documentElement).colorScheme === 'dark' ? 'dark' : 'light';

/**
 * Makes the media queries of a chapter follow the `color-scheme` of its page. Browsers evaluate them for the operating
 * system (Safari) or for the frame (Chromium and Firefox), while the user chooses the color of the page in the reader.
 * @param page with its styles applied
 */
export function applyColorScheme(page: Document): void {
  const scheme = schemeOf(page);
  eachAuthorSheet(page, (sheet) => {
    setMedia(sheet.media, scheme);
    visit(sheet.cssRules, scheme);
  });
  for (const source of page.querySelectorAll<HTMLSourceElement>('source[media]')) {
    const query = originals.get(source) ?? source.media;
    const changed = withColorScheme(query, scheme);
    if (changed === source.media) continue;
    originals.set(source, query);
    source.media = changed;
  }
}

function visit(rules: CSSRuleList, scheme: ColorScheme): void {
  for (const rule of rules) {
    if ('media' in rule) setMedia((rule as CSSMediaRule).media, scheme);
    if ('cssRules' in rule) visit((rule as CSSGroupingRule).cssRules, scheme);
  }
}

function setMedia(media: MediaList, scheme: ColorScheme): void {
  const query = originals.get(media) ?? media.mediaText;
  const changed = withColorScheme(query, scheme);
  if (changed === media.mediaText) return;
  originals.set(media, query);
  media.mediaText = changed;
}
