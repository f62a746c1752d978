import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';

/** Rewrites a URL in a style sheet; null removes it. */
export type StyleReference = (address: string, use: 'sheet' | 'resource') => string | null;

/**
 * Sanitizes a style sheet or style attribute so that it loads nothing from elsewhere. It works on CSS tokens, so
 * escapes, comments and odd spellings are read as browsers read them. Everything that cannot load anything is left
 * unchanged.
 */
export function sanitizeCss(css: string, reference: StyleReference): string {
  const tokens = tokenize({ css });
  const output: string[] = [];
  /** Names of open functions; '' for other brackets. */
  const open: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as CSSToken;
    switch (token[0]) {
      case TokenType.AtKeyword: {
        const name = token[4].value.toLowerCase();
        if (name === 'import' || name === 'charset' || name === 'namespace') {
          const end = endOfStatement(tokens, i);
          if (name === 'namespace') output.push(statement(tokens.slice(i, end)));
          else output.push((name === 'import' && importRule(tokens.slice(i + 1, end), reference)) || '/**/');
          i = end;
        } else output.push(token[1]);
        break;
      }
      case TokenType.URL:
        output.push(address(token[4].value, reference));
        break;
      case TokenType.Function: {
        const name = token[4].value.toLowerCase();
        if (name === 'url' || name === 'src') {
          const end = endOfFunction(tokens, i);
          const text = tokens.slice(i + 1, end).find((inner) => inner[0] === TokenType.String);
          output.push(address(text?.[0] === TokenType.String ? text[4].value : '', reference));
          i = end;
        } else {
          // A custom property could hide a URL in a string, so it is disabled inside these functions.
          output.push(name === 'var' && open.some(takesAddresses) ? 'invalid(' : token[1]);
          open.push(name);
        }
        break;
      }
      case TokenType.OpenParen:
        open.push('');
        output.push(token[1]);
        break;
      case TokenType.CloseParen:
        open.pop();
        output.push(token[1]);
        break;
      case TokenType.String:
        output.push(open.some(takesAddresses) ? quoted(resolved(token[4].value, reference)) : token[1]);
        break;
      case TokenType.OpenCurly:
      case TokenType.CloseCurly:
        // Browsers do not close a function at the end of a block, but what follows must not be taken for its
        // arguments.
        if (token[0] === TokenType.CloseCurly) open.length = 0;
        output.push(token[1]);
        break;
      case TokenType.Comment:
      case TokenType.BadString:
      case TokenType.BadURL:
      case TokenType.CDC:
      case TokenType.CDO:
        // An empty string could join `u<!--rl(`, and a space would split a selector.
        output.push('/**/');
        break;
      case TokenType.EOF:
        break;
      default:
        output.push(token[1]);
    }
  }
  return output.join('');
}

/** Functions whose string arguments are URLs. */
const takesAddresses = (name: string) => /^(-webkit-|-moz-)?(image-set|image|cross-fade)$/.test(name);

function endOfStatement(tokens: readonly CSSToken[], start: number): number {
  let depth = 0;
  for (let i = start + 1; i < tokens.length; i++) {
    const kind = tokens[i]?.[0];
    if (kind === TokenType.Function || kind === TokenType.OpenParen) depth++;
    else if (kind === TokenType.CloseParen) depth--;
    else if (kind === TokenType.Semicolon && depth <= 0) return i;
    // Not a statement: continue with the block.
    else if (kind === TokenType.OpenCurly || kind === TokenType.CloseCurly) return i - 1;
  }
  return tokens.length - 1;
}

function endOfFunction(tokens: readonly CSSToken[], start: number): number {
  let depth = 1;
  for (let i = start + 1; i < tokens.length; i++) {
    const kind = tokens[i]?.[0];
    if (kind === TokenType.Function || kind === TokenType.OpenParen) depth++;
    else if (kind === TokenType.CloseParen && --depth === 0) return i;
  }
  return tokens.length - 1;
}

function importRule(tokens: readonly CSSToken[], reference: StyleReference): string {
  const from = tokens.findIndex((token) => ![TokenType.Whitespace, TokenType.Comment].includes(token[0]));
  const first = tokens[from];
  if (!first) return '';
  let end = from;
  let target = '';
  if (first[0] === TokenType.String || first[0] === TokenType.URL) target = first[4].value;
  else if (first[0] === TokenType.Function && first[4].value.toLowerCase() === 'url') {
    end = endOfFunction(tokens, from);
    const text = tokens.slice(from + 1, end).find((token) => token[0] === TokenType.String);
    if (text?.[0] === TokenType.String) target = text[4].value;
  }
  const safe = target === '' ? null : reference(target, 'sheet');
  if (safe === null) return '';
  // The conditions (media, layer, supports) must not load anything either.
  const conditions = tokens
    .slice(end + 1)
    .filter((token) => token[0] !== TokenType.URL && token[0] !== TokenType.EOF);
  return `@import ${quoted(safe)}${conditions.map((token) => token[1]).join('')};`;
}

const statement = (tokens: readonly CSSToken[]) => `${tokens.map((token) => token[1]).join('')};`;

/** A URL that loads nothing and that our CSP allows, to avoid console errors. */
const emptyAddress = 'data:,';
const resolved = (value: string, reference: StyleReference) => reference(value, 'resource') ?? emptyAddress;
const address = (value: string, reference: StyleReference) => `url(${quoted(resolved(value, reference))})`;
const quoted = (value: string) =>
  `"${value.replace(/["\\\n\r\f<]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
