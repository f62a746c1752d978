/**
 * The beginning that the forms of an English word have in common: 'whale' for whale, whales and whale’s; 'appal' for
 * appalled and appalling. Rough on purpose: it only has to find the forms, not to be a word.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  let rest = word;
  if (/(ies|ied)$/.test(rest)) rest = rest.slice(0, -3);
  else if (/(sses|shes|ches|xes|zes)$/.test(rest)) rest = rest.slice(0, -2);
  else if (/[^su]s$/.test(rest)) rest = rest.slice(0, -1);
  for (const [ending, least] of endings) {
    if (rest.endsWith(ending) && rest.length - ending.length >= least) {
      rest = rest.slice(0, -ending.length);
      break;
    }
  }
  if (rest.length > 4 && /([bdfgmnprt])\1$/.test(rest)) rest = rest.slice(0, -1);
  if (rest.length > 3 && /[eyi]$/.test(rest)) rest = rest.slice(0, -1);
  return rest;
}

/** Endings with the fewest letters that must be left. */
const endings: readonly (readonly [string, number])[] = [
  ['fulness', 3],
  ['ousness', 3],
  ['iveness', 3],
  ['ingly', 3],
  ['edly', 3],
  ['ation', 4],
  ['ments', 4],
  ['ment', 4],
  ['ness', 4],
  ['able', 4],
  ['ance', 4],
  ['ence', 4],
  ['ing', 3],
  ['est', 4],
  ['ed', 3],
  ['er', 4],
  ['ly', 4],
  ['al', 4],
];
