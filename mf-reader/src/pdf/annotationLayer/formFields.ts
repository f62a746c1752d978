import type { FieldSaver, FieldValues } from '../../engine/fields.ts';

/** Annotation storage of pdf.js by field id. */
export interface FieldStorage {
  setValue(id: string, value: object): void;
  readonly serializable: { readonly map: Iterable<readonly [string, unknown]> | null };
}

/**
 * Restores form values and reports changes. Without scripting the viewer would reset a field that
 * is rendered again, so values are also written to the elements. Passwords are not reported.
 * @param container around the pages
 */
export function saveFields(
  container: HTMLElement,
  storage: FieldStorage,
  saver: FieldSaver,
  signal: AbortSignal,
): void {
  const secret = new Set<string>();
  const stop = saver.watch((values) => {
    for (const [id, value] of Object.entries(values)) {
      const field = container.querySelector(`[data-element-id="${CSS.escape(id)}"]`);
      // The field that has the focus keeps its value.
      if (field && field === document.activeElement) continue;
      storage.setValue(id, seen(value));
      if (field) show(field, value);
    }
  });
  signal.addEventListener('abort', stop);
  const onInput = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const id = target.getAttribute('data-element-id');
    if (id !== null && 'value' in target && typeof target.value === 'string') {
      if (target.matches('[type="password"]')) secret.add(id);
      else if (target.matches('textarea, [type="text"]')) storage.setValue(id, seen(target.value));
    }
    // A reset button may have cleared the form.
    if (id !== null || target.closest('.pushButton')) saver.keep(valuesOf(storage, secret));
  };
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

function valuesOf(storage: FieldStorage, secret: ReadonlySet<string>): FieldValues {
  const values: Record<string, FieldValues[string]> = {};
  for (const [id, stored] of storage.serializable.map ?? []) {
    const { value } = (stored ?? {}) as { value?: unknown };
    if (secret.has(id)) continue;
    if (typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value)) values[id] = value;
  }
  return values;
}
