/**
 * Marks a text to be translated later by `t(…)`, where it is shown. Returns it unchanged. The translation check finds
 * texts by this call and by `t`.
 */
export const text = <const T extends string>(english: T): T => english;
