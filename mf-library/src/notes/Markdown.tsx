import { color, font, measure, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'react';
import { styled } from 'styled-components';

/** Rendered Markdown. */
export function Markdown({ text }: { text: string }) {
  const sanitised = useMemo(() => renderMarkdown(text), [text]);
  return <Prose dir="auto" dangerouslySetInnerHTML={{ __html: sanitised }} />;
}

const Prose = styled.div`
  max-inline-size: ${measure};
  overflow-wrap: anywhere;

  & > * + * { margin-block-start: ${space(3)}; }
  & ul { list-style: disc; }
  /* Beside words that the card aligns to the other side, the signs stay with them. */
  :root[dir='rtl'] &:dir(ltr) :is(ul, ol), :root:not([dir='rtl']) &:dir(rtl) :is(ul, ol) { padding: 0; list-style-position: inside; }
  & blockquote {
    padding-inline-start: ${space(4)};
    border-inline-start: 2px solid ${color.line};
    font-family: ${font.reading};
    color: ${color.textMuted};
  }
  & pre {
    padding: ${space(3)};
    border-radius: ${radius.control};
    background: ${color.surfaceSunken};
    overflow-x: auto;
    font-size: ${type.small};
  }
  & table { font-size: ${type.small}; }
  & th, & td { padding: ${space(1)} ${space(3)}; border: 1px solid ${color.line}; text-align: start; }
`;

/**
 * Headings become bold lines, since the document outline belongs to the page. Images are left out,
 * since an address in a note must not trigger requests.
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
    // HTML is shown as text.
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

/** Markdown as safe HTML: no scripts, styles, images or frames; links open in a new tab. */
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
