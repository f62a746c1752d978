/**
 * Marks a text that is translated where it is shown, by `t(…)`, and not where it is written: in a table, in a rule.
 * Returns it as it is. The check of translations finds texts by this call and by `t`.
 */
export const text = <const T extends string>(english: T): T => english;
