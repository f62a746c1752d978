import { foldedWords, foldWord } from '../store/textTokens.ts';

/** Titles of persons in English, where they have a capital before a name. */
const englishTitles: ReadonlySet<string> = new Set(
  foldedWords(`mr mrs miss ms sir madam lord lady dr doctor professor captain capt colonel major general lieutenant
    sergeant admiral king queen prince princess emperor empress count countess baron baroness duke duchess earl
    father mother brother sister uncle aunt reverend inspector judge`),
);

/**
 * Titles of persons in languages other than English. A question about an English book may have them ("Kapitän Ahab")
 * where the book has others.
 */
const formsOfAddress: ReadonlySet<string> = new Set(
  foldedWords(`herr frau fräulein doktor kapitän graf gräfin fürst fürstin prinz prinzessin könig königin kaiser kaiserin
    baronin vater onkel tante oberst
    monsieur madame mademoiselle docteur capitaine comte comtesse prince princesse roi reine père oncle général baronne
    colonel
    señor señora señorita doctora capitán conde condesa príncipe princesa rey reina padre tío tía coronel don doña
    senhor senhora doutor doutora capitão padre rei rainha tio tia dom dona
    господин госпожа доктор капитан граф графиня князь княгиня княжна король королева
    السيد السيدة الدكتور الكابتن القبطان`),
);

export const isFormOfAddress = (folded: string): boolean => formsOfAddress.has(folded);

/** Whether a folded word is a title in any language, which a question may have in lower case: "who is mr darcy". */
export const isTitleInAnyCase = (folded: string): boolean =>
  formsOfAddress.has(folded) || englishTitles.has(folded);

/** Whether a word with a capital is a title. */
export const isTitle = (word: string): boolean => isTitleBefore(word, word);

/** Whether a word is the title of somebody whose name is next: "Captain Ahab", "le capitaine Achab". As typed. */
export function isTitleBefore(word: string, next: string | undefined): boolean {
  if (next === undefined || !/^[\p{Lu}\p{Script=Arabic}]/u.test(next)) return false;
  const folded = foldWord(word);
  return formsOfAddress.has(folded) || (englishTitles.has(folded) && /^\p{Lu}/u.test(word));
}
