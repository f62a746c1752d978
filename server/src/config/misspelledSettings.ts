import { StartError } from '../common/errors.ts';

/** Edit distance up to which an unknown name counts as misspelled. */
const maxDifferences = 2;

/**
 * Refuses misspelled names, which would otherwise be ignored: LECTERN_REGISTRATON=invited would leave registration
 * open.
 * @param settings names of all settings
 * @throws StartError that suggests the intended name
 */
export function refuseMisspelledSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: ReadonlySet<string>,
): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('LECTERN_') || settings.has(name)) continue;
    const meant = [...settings].find((setting) => differences(name, setting) <= maxDifferences);
    if (meant === undefined) continue;
    throw new StartError(`${name} is not a setting of Lectern. Did you mean ${meant}?`);
  }
}

/** Levenshtein distance. */
function differences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, character] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1);
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
