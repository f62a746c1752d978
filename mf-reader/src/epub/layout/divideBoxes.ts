/** For rounding. */
const slack = 2;

/**
 * Makes boxes that are longer than a page divisible: browsers do not divide inline blocks and boxes that hide their
 * overflow, nor boxes that are placed outside of the columns, so that what is beyond the end of the page was cut off.
 * @param document of a paginated chapter. Only styles change, so that CFIs stay valid.
 */
export function divideBoxes(document: Document): void {
  // Not all browsers divide flexible boxes and grids: those that are cut off still become blocks.
  for (const isLast of [false, true]) {
    if (!isCutOff(document)) return;
    for (const [box, styles] of longBoxes(document).map((each) => [each, changes(each, isLast)] as const))
      for (const [name, value] of Object.entries(styles)) box.style.setProperty(name, value, 'important');
  }
}

const isVertical = ({ documentElement }: Document) => documentElement.classList.contains('lectern-vertical');

/** Whether anything is beyond the end of the page. */
function isCutOff(document: Document): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  return isVertical(document) ? scrollWidth > clientWidth + slack : scrollHeight > clientHeight + slack;
}

function longBoxes(document: Document): HTMLElement[] {
  const { body, documentElement: root } = document;
  const vertical = isVertical(document);
  const { paddingBlockStart, paddingBlockEnd } = styleOf(body);
  const padding = (Number.parseFloat(paddingBlockStart) || 0) + (Number.parseFloat(paddingBlockEnd) || 0);
  const available = (vertical ? body.offsetWidth : body.offsetHeight) - padding + slack;
  return [...body.querySelectorAll<HTMLElement>('*')].filter((box) => {
    const { width, height, bottom, left, right } = box.getBoundingClientRect();
    if ((vertical ? width : height) > available) return true;
    const isBeyond = vertical ? left < 0 || right > root.clientWidth : bottom > root.clientHeight;
    return isBeyond && isPlaced(styleOf(box)) && box.textContent?.trim() !== '';
  });
}

const isPlaced = ({ position }: CSSStyleDeclaration) => position === 'absolute' || position === 'fixed';

/** The styles that a box needs to be divided. */
function changes(box: HTMLElement, isLast: boolean): Record<string, string> {
  const style = styleOf(box);
  const { display, overflowY, contain } = style;
  const isClipped = /hidden|clip|auto|scroll/.test(overflowY);
  const blockLevel = display.replace('inline-', '');
  const isBlock = /^-webkit-/.test(display) || (isLast && /flex|grid/.test(display));
  const divisible = isBlock || (isClipped && blockLevel === 'block') ? 'flow-root' : blockLevel;
  return {
    ...(divisible !== display ? { display: divisible } : {}),
    ...(isClipped ? { overflow: 'visible', height: 'auto', 'max-height': 'none' } : {}),
    ...(isPlaced(style) ? { position: 'static' } : {}),
    ...(/size|layout|paint|strict|content/.test(contain) ? { contain: 'none' } : {}),
  };
}

const styleOf = (element: Element): CSSStyleDeclaration =>
  (element.ownerDocument.defaultView as Window).getComputedStyle(element);
