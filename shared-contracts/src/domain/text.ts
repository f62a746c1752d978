/**
 * Marks a text that is translated later by `t(…)`, where it is shown: in tables and rules.
 * Returns it as it is. The check of translations finds texts by this call and by `t`.
 */
export const text = <const T extends string>(english: T): T => english;
