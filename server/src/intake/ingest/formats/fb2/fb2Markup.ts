import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { attribute, childElements, escapeText, escapeXml } from '../../epub/xml/xml.ts';

interface MarkupContext {
  /** The path of a picture by its id. */
  addressOf(id: string): string | null;
  /** Ids of notes, which are shown beside the text. */
  noteIds: ReadonlySet<string>;
}

/** Elements that are written as others, with a class where HTML has none of that meaning. */
const elements: Readonly<Record<string, [name: string, className?: string]>> = {
  p: ['p'],
  v: ['p', 'v'],
  'text-author': ['p', 'text-author'],
  date: ['p', 'date'],
  subtitle: ['p', 'subtitle'],
  poem: ['div', 'poem'],
  stanza: ['div', 'stanza'],
  epigraph: ['div', 'epigraph'],
  annotation: ['div', 'annotation'],
  cite: ['blockquote', 'cite'],
  strong: ['strong'],
  emphasis: ['em'],
  style: ['span'],
  strikethrough: ['s'],
  sub: ['sub'],
  sup: ['sup'],
  code: ['code'],
  table: ['table'],
  tr: ['tr'],
  th: ['th'],
  td: ['td'],
};

/** A body of FictionBook as HTML: its sections are headings with what follows them. */
export function markupOf(body: Element, context: MarkupContext): string {
  return content(body, context, 1);
}

/** A body of notes as asides, which the reader shows where they are called. */
export function notesMarkup(body: Element, context: MarkupContext): string {
  return childElements(body, 'section')
    .map((note) => `<aside epub:type="footnote"${idOf(note)}>${content(note, context, 7)}</aside>`)
    .join('');
}

/** @param level of the headings in it; beyond 6 they are paragraphs */
function content(parent: ParentNode, context: MarkupContext, level: number): string {
  return parent.children
    .map((node) => {
      if (isText(node)) return escapeText(node.data.toWellFormed());
      return isTag(node) ? element(node, context, level) : '';
    })
    .join('');
}

function element(node: Element, context: MarkupContext, level: number): string {
  const name = node.name.slice(node.name.indexOf(':') + 1);
  const isNested = node.parent !== null && isTag(node.parent) && node.parent.name === 'section';
  if (name === 'section') return section(node, context, isNested ? level + 1 : level);
  if (name === 'title') return heading(node, context, level);
  if (name === 'image') return picture(node, context);
  if (name === 'empty-line') return '<p class="empty-line">\u00a0</p>';
  if (name === 'a') return link(node, context, level);
  const [written, className] = elements[name] ?? ['div'];
  const classes = className ? ` class="${className}"` : '';
  // Titles of poems and the like are no chapters.
  const below = /^(poem|stanza|epigraph|cite|annotation)$/.test(name) ? 7 : level;
  return `<${written}${idOf(node)}${classes}>${content(node, context, below)}</${written}>`;
}

function section(node: Element, context: MarkupContext, level: number): string {
  const title = childElements(node, 'title').length === 0 ? boldTitle(node) : null;
  // Written as a title from here on.
  if (title) title.name = 'title';
  const inner = content(node, context, level).trimStart();
  const pageBreak = level === 1 ? '<hr class="page-break"/>' : '';
  if (!node.attribs.id) return pageBreak + inner;
  // A link to a section leads to its heading.
  return /^<h[1-6]>/.test(inner)
    ? `${pageBreak}${inner.slice(0, 3)}${idOf(node)}${inner.slice(3)}`
    : `${pageBreak}<div${idOf(node)}></div>${inner}`;
}

/** The bold paragraph with which some programs begin a section instead of its title. */
function boldTitle(node: Element): Element | null {
  const first = childElements(node).find(({ name }) => name !== 'empty-line');
  if (first?.name !== 'p') return null;
  const [bold, ...others] = first.children.filter((child) => !isText(child) || child.data.trim() !== '');
  return bold && isTag(bold) && bold.name === 'strong' && others.length === 0 ? first : null;
}

function heading(node: Element, context: MarkupContext, level: number): string {
  const lines = childElements(node)
    .filter(({ name }) => name !== 'empty-line')
    .map((line) => (line.name === 'image' ? picture(line, context) : content(line, context, level)));
  if (childElements(node, 'p').length === 0) lines.splice(0, lines.length, content(node, context, level));
  const name = level <= 6 ? `h${level}` : 'p';
  return `<${name}>${lines.join('<br/>')}</${name}>`;
}

function picture(node: Element, { addressOf }: MarkupContext): string {
  const address = addressOf((attribute(node, 'href') ?? '').replace(/^#/, ''));
  if (address === null) return '';
  const image = `<img src="${escapeXml(address)}" alt="${escapeXml(attribute(node, 'alt') ?? '')}"/>`;
  const isInline = node.parent && isTag(node.parent) && /^(p|v|td|th|title)$/.test(node.parent.name);
  return isInline ? image : `<div class="picture"${idOf(node)}>${image}</div>`;
}

function link(node: Element, context: MarkupContext, level: number): string {
  const href = attribute(node, 'href') ?? '';
  const isNote = attribute(node, 'type') === 'note' || context.noteIds.has(href.replace(/^#/, ''));
  const type = isNote ? ' epub:type="noteref"' : '';
  return `<a href="${escapeXml(href)}"${type}${idOf(node)}>${content(node, context, level)}</a>`;
}

const idOf = (node: Element) => (node.attribs.id ? ` id="${escapeXml(node.attribs.id)}"` : '');
