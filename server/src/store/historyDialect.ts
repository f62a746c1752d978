/** What the engines write differently. */
export interface HistoryDialect {
  /** JSON text of an object with these columns. */
  object(row: string, columns: readonly string[]): string;
  /** JSON text of an array of such objects. */
  array(objects: string): string;
  /** @returns statements that create the trigger, or replace it */
  trigger(trigger: Trigger): string[];
  /** The text fields of `row_history."row"`, as `field.key` and `field.value`. */
  fields: string;
  /** Those of all rows in the array `part."row"`. */
  fieldsOfPart: string;
  /** Compares ignoring the case of ASCII letters. */
  like: 'like' | 'ilike';
  /** Statements before all others. */
  begin: readonly string[];
}

export interface Trigger {
  name: string;
  table: string;
  /** 'before delete' or 'after update of …' */
  event: string;
  /** Condition on the row alone. */
  when?: string;
  /** Condition that reads other tables. */
  unless?: string;
  statements: readonly string[];
}
