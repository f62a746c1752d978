/** Control characters, and marks that turn the direction of writing so that a name reads as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const longest = 200;

/**
 * The name of an uploaded file, for a person to read: its last part only, nothing in it that cannot be seen, at most
 * 200 characters with its ending kept. It is never used as a path.
 */
export function cleanFilename(given: string | null | undefined): string {
  const last = (given ?? '').slice(0, 4_000).split(/[/\\]/).at(-1) ?? '';
  const name = last.normalize('NFC').replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim();
  if (name === '' || /^\.+$/.test(name)) return 'book';
  if (name.length <= longest) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, longest - ending.length).toWellFormed()}${ending}`;
}
