import { AppError } from '../../../../run/common/errors.ts';

/** Tables within tables; KOReader's have five. */
const maxDepth = 50;
const token =
  /\s+|--[^\n]*|(?<sign>[{}[\]=,;])|"(?<double>(?:[^"\\]|\\[\s\S])*)"|'(?<single>(?:[^'\\]|\\[\s\S])*)'|(?<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*)/y;

type Token = { sign: string } | { value: string | number } | { name: string };

/**
 * Reads the table that a Lua file returns, as programs write their settings: texts, numbers, true, false, nil and
 * tables of them. Nothing is run.
 * @returns an object; an array for a table with the keys 1 to n
 * @throws AppError marks_unreadable
 */
export function parseLua(source: string): unknown {
  const tokens = tokensOf(source);
  let at = 0;
  const next = (): Token => {
    const one = tokens[at];
    at += 1;
    if (one === undefined) throw new AppError('marks_unreadable');
    return one;
  };
  const isSign = (sign: string) => {
    const one = tokens[at];
    return one !== undefined && 'sign' in one && one.sign === sign;
  };
  const expect = (sign: string) => {
    if (!isSign(sign)) throw new AppError('marks_unreadable');
    at += 1;
  };
  const value = (depth: number): unknown => {
    if (depth > maxDepth) throw new AppError('marks_unreadable');
    const one = next();
    if ('value' in one) return one.value;
    if ('name' in one) return one.name === 'true' ? true : one.name === 'false' ? false : null;
    if (one.sign !== '{') throw new AppError('marks_unreadable');
    return table(depth);
  };
  const table = (depth: number): unknown => {
    const entries = new Map<string, unknown>();
    let index = 1;
    while (!isSign('}')) {
      const named = tokens[at];
      const follows = tokens[at + 1];
      if (isSign('[')) {
        at += 1;
        const key = value(depth + 1);
        expect(']');
        expect('=');
        entries.set(String(key), value(depth + 1));
      } else if (named && 'name' in named && follows && 'sign' in follows && follows.sign === '=') {
        at += 2;
        entries.set(named.name, value(depth + 1));
      } else {
        entries.set(String(index), value(depth + 1));
        index += 1;
      }
      if (isSign(',') || isSign(';')) at += 1;
      else break;
    }
    expect('}');
    const isList =
      entries.size > 0 && Array.from(entries.keys()).every((_, place) => entries.has(`${place + 1}`));
    return isList
      ? Array.from(entries, (_, place) => entries.get(`${place + 1}`))
      : Object.fromEntries(entries);
  };
  const first = next();
  if (!('name' in first) || first.name !== 'return') throw new AppError('marks_unreadable');
  return value(0);
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (match === null) throw new AppError('marks_unreadable');
    const { sign, double, single, number, name } = match.groups ?? {};
    const quoted = double ?? single;
    if (sign !== undefined) tokens.push({ sign });
    else if (quoted !== undefined) tokens.push({ value: unescaped(quoted) });
    else if (number !== undefined) tokens.push({ value: Number(number) });
    else if (name !== undefined) tokens.push({ name });
  }
  return tokens;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** `\n`, `\"`, a backslash before a line break, and decimal codes of bytes below 128. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:(\d{1,3})|([\s\S]))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number(code)),
  );
