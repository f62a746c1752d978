/** Keys that operate media controls. */
const operating = /^(?: |Enter|Home|End|Arrow(?:Left|Right|Up|Down)|[fFmM])$/;

/** Name of the element with our media controls. */
export const playerElement = 'lectern-player';

/** Whether an event belongs to media controls, and must not turn the page. */
export const isOnPlayer = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.(`audio, video, ${playerElement}`));

type PressedKey = Pick<KeyboardEvent, 'target' | 'key'> & Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>>;

/** Whether a key is for the focused media controls. */
export const isPlayerKey = ({ target, key, ctrlKey, metaKey }: PressedKey): boolean =>
  isOnPlayer(target) && !ctrlKey && !metaKey && operating.test(key);
