/** What a file of KOReader's settings may hold. */
export type LuaValue = string | number | boolean | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** A value as Lua writes it. KOReader runs what it reads: nothing in a text can end it. */
export function luaOf(value: LuaValue, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const lines = Object.entries(value).map(([key, one]) => {
    const name = isList ? String(Number(key) + 1) : quoted(key);
    return `${inner}[${name}] = ${luaOf(one, inner)},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** In bytes of UTF-8; what is not plain is written as its number. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay
  const special = /[\u0000-\u001f\u007f"\\]/g;
  const escaped = text
    .toWellFormed()
    .replace(special, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`);
  return `"${escaped}"`;
}
