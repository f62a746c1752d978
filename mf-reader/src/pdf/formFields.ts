import type { FieldSaver, FieldValues } from '../engine/fields.ts';

/** What pdf.js keeps of forms while a file is open, by the id of the field. */
export interface FieldStorage {
  setValue(id: string, value: object): void;
  readonly serializable: { readonly map: Iterable<readonly [string, unknown]> | null };
}

/**
 * Gives a form back what was written into it, and tells of what is. Without scripts the viewer would show a field that
 * is drawn anew as the file has it, so what is written is also what is to be seen. Passwords are not told of.
 * @param container around the pages
 */
export function saveFields(
  container: HTMLElement,
  storage: FieldStorage,
  saver: FieldSaver,
  signal: AbortSignal,
): void {
  const secret = new Set<string>();
  for (const [id, value] of Object.entries(saver.known)) storage.setValue(id, seen(value));
  const told = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const id = target.getAttribute('data-element-id');
    if (id !== null && 'value' in target && typeof target.value === 'string') {
      if (target.matches('[type="password"]')) secret.add(id);
      else if (target.matches('textarea, [type="text"]')) storage.setValue(id, seen(target.value));
    }
    // A button may have emptied the whole form.
    if (id !== null || target.closest('.pushButton')) saver.keep(valuesOf(storage, secret));
  };
  for (const name of ['input', 'change', 'click']) container.addEventListener(name, told, { signal });
}

const seen = (value: FieldValues[string]) =>
  typeof value === 'string' ? { value, formattedValue: value } : { value };

function valuesOf(storage: FieldStorage, secret: ReadonlySet<string>): FieldValues {
  const values: Record<string, FieldValues[string]> = {};
  for (const [id, stored] of storage.serializable.map ?? []) {
    const { value } = (stored ?? {}) as { value?: unknown };
    if (secret.has(id)) continue;
    if (typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value)) values[id] = value;
  }
  return values;
}
