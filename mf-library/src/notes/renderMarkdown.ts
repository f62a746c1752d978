import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/**
 * Headings in a note are strong lines: the outline of the page belongs to the page. Pictures are left out, since
 * an address in a note must not make the browser call anyone.
 */
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  renderer: {
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>\n`;
    },
    image({ text }) {
      return asText(text);
    },
    // What looks like HTML are the reader's own words too, and not one of them is dropped.
    html({ text }) {
      return asText(text);
    },
  },
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asText = (words: string) => words.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'em',
    'strong',
    'del',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
    'hr',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href', 'align', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** A reader's Markdown as safe HTML: no script, style, picture or frame, and links that open elsewhere. */
export function renderMarkdown(text: string): string {
  const fragment = DOMPurify.sanitize(marked.parse(text) as string, {
    ...allowed,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!link.hasAttribute('href')) continue;
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
