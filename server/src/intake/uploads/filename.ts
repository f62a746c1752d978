/** Control characters, and bidi controls that make a name read as another. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const maxLength = 200;

/**
 * A display name for an uploaded file: the last path segment without invisible characters, at most 200 characters
 * including the extension. It is never used as a path.
 */
export function cleanFilename(given: string | null | undefined): string {
  const last = (given ?? '').slice(0, 4_000).replace(/^.*[/\\]/s, '');
  const name = last.normalize('NFC').replaceAll(invisible, '').replaceAll(/\s+/g, ' ').trim();
  if (name === '' || /^\.+$/.test(name)) return 'book';
  if (name.length <= maxLength) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, maxLength - ending.length).toWellFormed()}${ending}`;
}
