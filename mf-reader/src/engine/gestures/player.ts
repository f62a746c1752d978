/** Keys by which browsers operate the controls of sound and film. */
const operating = /^(?: |Enter|Home|End|Arrow(?:Left|Right|Up|Down)|[fFmM])$/;

/** Name of the element that holds our own controls of sound and film. */
export const playerElement = 'lectern-player';

/** Whether this is on the controls of sound or film in a book: it operates them, and turns no page. */
export const isOnPlayer = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.(`audio, video, ${playerElement}`));

type PressedKey = Pick<KeyboardEvent, 'target' | 'key'> & Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>>;

/** Whether a key is for the controls that have focus. */
export const isPlayerKey = ({ target, key, ctrlKey, metaKey }: PressedKey): boolean =>
  isOnPlayer(target) && !ctrlKey && !metaKey && operating.test(key);
