import { eachAuthorStyle } from './authorStyles.ts';

/** Relative luminance below which a background is dark: that of a medium gray. */
const darkBelow = 0.2;

/**
 * Marks a chapter whose own background is dark. The reader shows its own paper instead, on which the chapter's light
 * text would be invisible.
 * @param page with its styles applied
 */
export function markDarkPaper(page: Document): void {
  const { documentElement: root, body } = page;
  root.classList.toggle(
    'lectern-dark-paper',
    setsBackground(page) && isDark(backgroundOf(page, [body, root])),
  );
}

/** Backgrounds that need no closer look. */
const harmless = /^(?:|white|transparent|inherit|initial|rgb\(255, 255, 255\)|rgba\(.*, 0\))$/;

/** Whether the chapter's styles give the page a background that may be dark, which is rare. */
function setsBackground(page: Document): boolean {
  let mayBeDark = false;
  eachAuthorStyle(page, ':is(html, body)[style*="background"]', (style, where) => {
    if (mayBeDark || harmless.test(style.backgroundColor)) return;
    mayBeDark =
      typeof where !== 'string' ||
      [page.documentElement, page.body].some((element) => element.matches(where));
  });
  return mayBeDark || page.body.hasAttribute('bgcolor');
}

/** The background color that the page has without the reader's style sheet. */
function backgroundOf(page: Document, elements: readonly Element[]): string | undefined {
  const own = [...page.styleSheets].find(
    ({ ownerNode }) => (ownerNode as Element | null)?.id === 'lectern-page',
  );
  const view = page.defaultView;
  if (!own || !view) return undefined;
  own.disabled = true;
  const colors = elements.map((element) => view.getComputedStyle(element).backgroundColor);
  own.disabled = false;
  return colors.find((color) => !/^(?:transparent|rgba\(.*, 0\))$/.test(color));
}

/** @param color as browsers serialize it: rgb(…) or rgba(…) */
export function isDark(color: string | undefined): boolean {
  const channels = color?.match(/^rgba?\((\d+), (\d+), (\d+)/)?.slice(1);
  if (channels === undefined) return false;
  const [red = 255, green = 255, blue = 255] = channels.map(Number);
  return isDarkColor(red, green, blue);
}

/** Channels are 0..255. */
export const isDarkColor = (red: number, green: number, blue: number): boolean =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) < darkBelow;

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
