import { Parser } from 'htmlparser2';

const blocks = /^(p|div|br|li|h[1-6]|ul|ol|blockquote|tr|section|article)$/;
const silent = /^(script|style|template|iframe|object|noscript|textarea|title)$/;

/** Converts the HTML that shops put into descriptions to plain text, with line breaks between blocks. */
export function htmlToText(markup: string): string {
  if (!/[<&]/.test(markup)) return markup;
  let text = '';
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (silent.test(name)) hidden++;
        else if (blocks.test(name)) text += '\n';
      },
      onclosetag(name) {
        if (silent.test(name)) hidden--;
        else if (blocks.test(name) && name !== 'br') text += '\n';
      },
      ontext(data) {
        if (hidden === 0) text += data;
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(markup.slice(0, 200_000));
  return text;
}
