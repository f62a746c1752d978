const mark = 'askConsent';

/** After the reload that follows, the question about cookies is there at once. Kept in the entry of the history. */
export const askAgainAfterReload = (): void => history.replaceState({ ...history.state, [mark]: true }, '');

export const isAskedAgain = (): boolean => history.state?.[mark] === true;

export function endAskingAgain(): void {
  if (isAskedAgain()) history.replaceState({ ...history.state, [mark]: undefined }, '');
}
