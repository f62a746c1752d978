import { foldedWords } from '../store/textTokens.ts';

/**
 * Titles of persons in languages other than English. A question about an English book may have them ("Kapitän Ahab")
 * where the book has others.
 */
const formsOfAddress: ReadonlySet<string> = new Set(
  foldedWords(`herr frau fräulein kapitän graf gräfin fürst fürstin prinz prinzessin könig königin vater oberst
    monsieur madame mademoiselle capitaine comte comtesse prince princesse roi reine père colonel
    señor señora señorita capitán conde condesa príncipe princesa rey reina padre coronel don doña
    senhor senhora capitão padre rei rainha dom dona
    господин госпожа капитан граф графиня князь княгиня княжна король королева`),
);

export const isFormOfAddress = (folded: string): boolean => formsOfAddress.has(folded);
