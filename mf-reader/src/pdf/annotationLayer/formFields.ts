import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { type FieldSaver, type FieldValues, parseFieldValues } from '../../engine/fields.ts';

/** Annotation storage of pdf.js by field id. */
export interface FieldStorage {
  setValue(id: string, value: object): void;
  remove(id: string): void;
  readonly serializable: { readonly map: Iterable<readonly [string, unknown]> | null };
}

/**
 * Restores form values and reports changes. Without scripting the viewer would reset a field that
 * is rendered again, so values are also written to the elements. Passwords are not reported.
 * @param container around the pages
 * @param fileValues resolves with the values that the fields have in the file
 */
export function saveFields(
  container: HTMLElement,
  storage: FieldStorage,
  fileValues: () => Promise<FieldValues>,
  saver: FieldSaver,
  signal: AbortSignal,
): void {
  const secret = new Set<string>();
  /**
   * Values of another device for a field that has the focus, undefined for a reset: shown when it is left, unless the
   * reader changes it.
   */
  const later = new Map<string, FieldValues[string] | undefined>();
  const reset = async (id: string, field: Element | null) => {
    storage.remove(id);
    if (!field) return;
    const { [id]: value } = await fileValues();
    if (value !== undefined && !signal.aborted && !(id in valuesOf(storage, secret))) show(field, value);
  };
  const put = (id: string, value: FieldValues[string] | undefined) => {
    const field = container.querySelector(`[data-element-id="${CSS.escape(id)}"]`);
    later.delete(id);
    if (field && field === document.activeElement) {
      later.set(id, value);
      return;
    }
    if (value === undefined) {
      runInBackground(reset(id, field));
      return;
    }
    storage.setValue(id, seen(value));
    if (field) show(field, value);
  };
  let watched: FieldValues = {};
  const stop = saver.watch((values) => {
    for (const id of Object.keys({ ...watched, ...values })) put(id, values[id]);
    watched = values;
  });
  signal.addEventListener('abort', stop);
  const onInput = ({ target, type }: Event) => {
    if (!(target instanceof Element)) return;
    const id = target.getAttribute('data-element-id');
    if (id !== null && type === 'input') later.delete(id);
    if (id !== null && 'value' in target && typeof target.value === 'string') {
      if (target.matches('[type="password"]')) secret.add(id);
      else if (target.matches('textarea, [type="text"]')) storage.setValue(id, seen(target.value));
    }
    // A reset button may have cleared the form.
    if (id !== null || target.closest('.pushButton')) saver.keep(withLater(valuesOf(storage, secret), later));
  };
  // The focus has moved on only after the event.
  const onLeave = () =>
    setTimeout(() => {
      for (const [id, value] of [...later]) put(id, value);
    });
  container.addEventListener('focusout', onLeave, { signal });
  for (const name of ['input', 'change', 'click']) container.addEventListener(name, onInput, { signal });
}

const seen = (value: FieldValues[string]) =>
  typeof value === 'string' ? { value, formattedValue: value } : { value };

/** Sets the value of a field that is already rendered. */
function show(field: Element, value: FieldValues[string]): void {
  if (field instanceof HTMLInputElement && typeof value === 'boolean') field.checked = value;
  else if (field instanceof HTMLSelectElement) {
    const chosen = typeof value === 'boolean' ? [] : [value].flat();
    for (const option of field.options) option.selected = chosen.includes(option.value);
  } else if (
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
    typeof value === 'string'
  )
    field.value = value;
}

/** @param later undefined for fields without a value */
function withLater(
  values: FieldValues,
  later: ReadonlyMap<string, FieldValues[string] | undefined>,
): FieldValues {
  const all = Object.entries({ ...values, ...Object.fromEntries(later) });
  return Object.fromEntries(
    all.filter((entry): entry is [string, FieldValues[string]] => entry[1] !== undefined),
  );
}

function valuesOf(storage: FieldStorage, secret: ReadonlySet<string>): FieldValues {
  const values: Record<string, FieldValues[string]> = {};
  for (const [id, stored] of storage.serializable.map ?? []) {
    const { value } = (stored ?? {}) as { value?: unknown };
    if (secret.has(id)) continue;
    if (typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value)) values[id] = value;
  }
  return values;
}

/** A form field as pdf.js describes it. */
interface FieldObject {
  id: string;
  type: string;
  value?: unknown;
  exportValues?: unknown;
}

/** The values that form fields have in the file, by field id. */
export function valuesInFile(fields: ReadonlyMap<string, object[]> | null): FieldValues {
  const all = [...(fields?.values() ?? [])].flat() as FieldObject[];
  return parseFieldValues(
    Object.fromEntries(
      all.map(({ id, type, value, exportValues }) => [
        id,
        type === 'checkbox' || type === 'radiobutton' ? value === exportValues : (value ?? ''),
      ]),
    ),
  );
}
