/** What a reader has written into the fields of a form, by the engine's name of the field. */
export type FieldValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Where that is kept. */
export interface FieldSaver {
  /** What was written when the book was open before. */
  readonly known: FieldValues;
  keep(values: FieldValues): void;
}

/** Values of fields out of whatever was stored. */
export function parseFieldValues(stored: unknown): FieldValues {
  if (typeof stored !== 'object' || stored === null) return {};
  const sound = (value: unknown) =>
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => sound(value)));
}
