/** Keys that operate the browser's media controls. */
const operating = /^(?: |Enter|Home|End|Arrow(?:Left|Right|Up|Down))$/;

/** Whether an event belongs to media controls, and must not turn the page. */
export const isOnPlayer = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.('audio, video'));

/** Whether a key is for the focused media controls. */
export const isPlayerKey = ({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean =>
  isOnPlayer(target) && operating.test(key);
