import { foldText } from './foldText.ts';

/** Function words and question words, which carry no information for a search. */
const lists: Readonly<Record<string, string>> = {
  en: 'a about after all an and any are as at be been before but by can could did do does for from had has have he her him his how i if in into is it its me my no not of on or our said say says she should so some tell tells than that the their them then there these they this those to was we were what when where which who whom whose why will with would you your',
  de: 'aber als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dir du durch ein eine einem einen einer eines er es für hat hatte ich ihm ihn ihr im in ist ja kann man mein mich mir mit nach nicht noch nun nur ob oder ohne sag sagen sagt sagte sein seine sich sie sind so über um und uns unter vom von vor war waren was weil wem wen wenn wer wie wieder wir wird wo zu zum zur',
  fr: 'à au aux avec ce ces cet cette chez comme comment dans de des dire dit du elle elles en es est et eux il ils je la le les leur leurs lui ma mais me même mes moi mon ne nos notre nous on ont ou où par pas plus pour pourquoi qu quand que quel quelle qui quoi sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous était',
  es: 'a al algo ante como cómo con cual cuando cuándo de decir del desde dice dijo donde dónde el ella ellas ellos en entre era es esa ese eso esta está este esto fue ha había hasta la las le les lo los más me mi muy no nos o para pero por qué que quien quién se si sin sobre son su sus también te tu un una uno y ya yo',
  pt: 'a ao aos as com como da das de dela dele disse diz dizer do dos e é ela elas ele eles em era essa esse esta este eu foi há isso já lhe mais mas me meu minha muito na não nas no nos o onde os ou para pela pelo por porque qual quando que quem se sem ser seu sua são só também te tem um uma você',
  ar: 'في من على إلى عن أن إن هل ما ماذا من هو هي هم كان كانت هذا هذه ذلك التي الذي مع أو و ثم قد لا لم لن كيف أين متى لماذا',
};

const listsByLanguage: readonly (readonly [string, ReadonlySet<string>])[] = Object.entries(lists).map(
  ([language, list]) => [language, new Set(list.split(' ').map((word) => foldText(word)))],
);

/** How many different stop words of each language a text has. */
export function commonWordsIn(text: string): ReadonlyMap<string, number> {
  const words = new Set(foldText(text).match(/[\p{L}\p{M}]+/gu) ?? []);
  return new Map(
    listsByLanguage.map(([language, list]) => [language, [...words].filter((word) => list.has(word)).length]),
  );
}

const common: ReadonlySet<string> = new Set(
  Object.values(lists).flatMap((list) => list.split(' ').map((word) => foldText(word))),
);

/** Whether a folded word is a stop word in one of the app's languages. */
export const isCommonWord = (word: string): boolean => common.has(word);

/** The words that are not stop words; all of them when there are no others. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !common.has(word));
  return telling.length > 0 ? telling : words;
}
