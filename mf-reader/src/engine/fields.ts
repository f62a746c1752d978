/** Values of form fields by the engine's field id. */
export type FieldValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Where they are stored. */
export interface FieldSaver {
  /**
   * Reports stored values when they are loaded, and when they change elsewhere.
   * @returns unsubscribes
   */
  watch(onValues: (values: FieldValues) => void): () => void;
  /** Call it with the values of all fields. */
  keep(values: FieldValues): void;
}

/** Parses stored field values. */
export function parseFieldValues(stored: unknown): FieldValues {
  if (typeof stored !== 'object' || stored === null) return {};
  const sound = (value: unknown) =>
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => sound(value)));
}
