/** Values of KOReader's settings files. */
export type LuaValue = string | number | boolean | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** Formats a value in Lua syntax. KOReader executes these files, so strings are fully escaped. */
export function luaOf(value: LuaValue, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const lines = Object.entries(value).map(([key, item]) => {
    const name = isList ? String(Number(key) + 1) : quoted(key);
    return `${inner}[${name}] = ${luaOf(item, inner)},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** In bytes of UTF-8; everything except plain ASCII is escaped by number. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay
  const special = /[\u0000-\u001f\u007f"\\]/g;
  const escaped = text
    .toWellFormed()
    .replace(special, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`);
  return `"${escaped}"`;
}
