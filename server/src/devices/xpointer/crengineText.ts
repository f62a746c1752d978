/** Models how crengine stores the text of a chapter, which its indices and offsets refer to. */

const set = (names: string) => new Set(names.trim().split(/\s+/));

/** Block elements by default. */
export const blockElements = set(`
  html body hr form pre blockquote div h1 h2 h3 h4 h5 h6 p output section ol ul li dl dt dd table caption colgroup col
  thead tbody tfoot tr th td address article aside canvas fieldset figcaption figure footer header hgroup legend main nav
  noscript video center dir menu multicol noframes search listing textarea plaintext xmp details dialog summary frame
  frameset iframe noembed template select button marquee applet optgroup datalist map`);

/** Elements whose own text is dropped. */
export const textlessElements = set(`
  html head base basefont bgsound meta link table colgroup col thead tbody tfoot tr svg img object embed applet area track
  input keygen param audio source`);

/** Elements that preserve white space. */
export const preformattedElements = set('pre listing textarea plaintext xmp');

/** MathML elements without text of their own; in others, text is trimmed. */
export const formulaRows = set(`
  math mrow mstyle merror mphantom mpadded menclose mfenced mfrac msqrt mroot munder mover munderover msub msup msubsup
  mmultiscripts mprescripts none mtable mtr mlabeledtr mtd maligngroup malignmark mstack mlongdiv msgroup msrow mscarries
  mscarry msline maction semantics annotation-xml`);

/** Long texts are split after this many source characters. */
const maxTextLength = 8_192;
const tabStop = 8;

/** A piece of text: its source, its value, and the offsets of its characters in the served text. */
export interface TextPiece {
  data: string;
  raw: string;
  /** Served offset of the UTF-16 unit at `index` of `data`. */
  offsetOf(index: number): number;
}

interface Character {
  isSpace: boolean;
  isTab: boolean;
  isNewline: boolean;
  /** A character reference such as &#32; is always kept. */
  isReference: boolean;
  offset: number;
  rawLength: number;
}

/** Splits a run of text as crengine does; returns the served offset of every code point that it keeps. */
export function crengineTexts(
  pieces: readonly TextPiece[],
  within: 'prose' | 'listing' | 'formula',
): number[][] {
  const characters = pieces.flatMap(charactersOf);
  return cut(within === 'formula' ? trimmed(characters) : characters).map((part) =>
    within === 'listing' ? expandTabs(part) : collapse(part),
  );
}

/** Whether crengine considers the text as white space. */
export const isBlank = (pieces: readonly TextPiece[]) =>
  pieces.every(({ data }) => /^[ \t\r\n]*$/.test(data));

function charactersOf({ data, raw, offsetOf }: TextPiece): Character[] {
  const isReference = raw.length > 1 && raw.startsWith('&') && raw.endsWith(';');
  const characters: Character[] = [];
  for (let index = 0; index < data.length; ) {
    const code = data.codePointAt(index) as number;
    characters.push({
      isSpace: code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d,
      isTab: code === 0x09,
      isNewline: code === 0x0a,
      isReference,
      offset: offsetOf(index),
      rawLength: isReference && index === 0 ? raw.length : 1,
    });
    index += code > 0xffff ? 2 : 1;
  }
  return characters;
}

/** Splits long texts after the last space that fits. */
function cut(characters: readonly Character[]): Character[][] {
  const parts: Character[][] = [];
  let from = 0;
  while (from < characters.length) {
    let length = 0;
    let end = from;
    let afterBlank = from;
    while (end < characters.length && length < maxTextLength) {
      const { rawLength, isSpace, isTab } = characters[end++] as Character;
      length += rawLength;
      if (isSpace && !isTab) afterBlank = end;
    }
    const to = length < maxTextLength ? characters.length : afterBlank > from ? afterBlank : end;
    parts.push(characters.slice(from, to));
    from = to;
  }
  return parts;
}

function trimmed(characters: readonly Character[]): readonly Character[] {
  const first = characters.findIndex(({ isSpace }) => !isSpace);
  return first < 0 ? [] : characters.slice(first, characters.findLastIndex(({ isSpace }) => !isSpace) + 1);
}

function collapse(characters: readonly Character[]): number[] {
  const offsets: number[] = [];
  let afterSpace = false;
  for (const { isSpace, isReference, offset } of characters) {
    const collapses = isSpace && !isReference;
    if (!collapses || !afterSpace) offsets.push(offset);
    afterSpace = collapses;
  }
  return offsets;
}

function expandTabs(characters: readonly Character[]): number[] {
  const offsets: number[] = [];
  let column = 0;
  for (const { isTab, isNewline, offset } of characters) {
    const width = isTab ? tabStop - (column % tabStop) : 1;
    for (let i = 0; i < width; i++) offsets.push(offset);
    column = isNewline ? 0 : column + width;
  }
  return offsets;
}
