/** How a Chromium is started: with no graphics card, and no business of its own. */
export const chromiumArgs: string[];
/** Path of a Chromium; throws, saying what to do, when there is no way to one. */
export function chromium(): Promise<string>;
