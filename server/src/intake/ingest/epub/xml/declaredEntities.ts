import { limits } from '../../limits.ts';
import { unsafeEpub } from '../../unsafeEpub.ts';

/** An entity that stands for text: no markup, no other entity, nothing outside of the file. */
const textEntity = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"((?:[^"<%&]|&#\w+;)*)"|'((?:[^'<%&]|&#\w+;)*)')\s*>/g;
const predefined = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const quotes: Record<string, string> = { '"': '&#34;', "'": '&#39;', '>': '&#62;' };

/**
 * Replaces references to text entities that the document type declares, and removes these declarations. All other
 * declarations are kept, and references to them are not resolved.
 * @throws AppError epub_unsafe when the text would grow by more than the limit
 */
export function resolveDeclaredEntities(source: string): string {
  if (!source.includes('<!ENTITY')) return source;
  const start = source.search(/<!DOCTYPE\s[^>[]*\[/i);
  const length = start === -1 ? -1 : source.slice(start).search(/\]\s*>/);
  if (length === -1) return source;
  const entities = new Map<string, string>();
  const rest = source.slice(start, start + length).replace(textEntity, (_, name: string, double, single) => {
    // The first declaration of a name counts.
    if (!entities.has(name) && !predefined.has(name))
      entities.set(
        name,
        String(double ?? single).replace(/["'>]/g, (char) => quotes[char] as string),
      );
    return '';
  });
  let room: number = limits.entityText;
  const text = source.slice(start + length).replace(/&([A-Za-z_][\w.-]*);/g, (reference, name: string) => {
    const value = entities.get(name);
    if (value === undefined) return reference;
    room -= value.length;
    if (room < 0) throw unsafeEpub('entities');
    return value;
  });
  const isEmpty = /\[\s*$/.test(rest);
  return source.slice(0, start) + (isEmpty ? rest.replace(/\[\s*$/, '') + text.slice(1) : rest + text);
}
