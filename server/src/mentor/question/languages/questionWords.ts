/** What each language asks for with its question words, in phrases as of `IntentPhrases`. */
export interface QuestionWords {
  /** Question words that ask for a name; none where a capital does not distinguish names from other words. */
  asksForName: string;
  /** Phrases that ask who somebody is. */
  asksWho: readonly string[];
  /** Phrases that ask what a word means. */
  asksForDefinition: readonly string[];
  /** Phrases that ask for a number. */
  asksForNumber: readonly string[];
}

export const questionWords: readonly QuestionWords[] = [
  {
    asksForName: 'who whom whose where',
    asksWho: ['who is', 'who s', 'who was', 'who are', 'who were', 'tell me about'],
    asksForDefinition: [
      'what is',
      'what are',
      'what does * mean',
      'what do * mean',
      'meaning of',
      'define',
      'definition of',
    ],
    asksForNumber: [
      'how many',
      'how much',
      'how old',
      'how long',
      'how high',
      'how far',
      'what age',
      'what year',
      'which year',
    ],
  },
  {
    asksForName: '',
    asksWho: ['wer ist', 'wer war', 'wer sind', 'wer waren', 'erzähl- mir von', 'was weißt du über'],
    asksForDefinition: ['was ist', 'was sind', 'was bedeutet', 'was bedeuten', 'was heißt', 'definier-'],
    asksForNumber: [
      'wie viel',
      'wie viele',
      'wie alt',
      'wie lange',
      'wie hoch',
      'wie weit',
      'in welchem jahr',
    ],
  },
  {
    asksForName: 'qui où',
    asksWho: ['qui est', 'qui était', 'qui sont', 'qui étaient', 'parle moi de'],
    asksForDefinition: [
      'qu est ce que',
      'qu est ce qu un',
      'qu est ce qu une',
      'que signifie',
      'que veut dire',
      'définis',
      'définition de',
    ],
    asksForNumber: ['combien', 'quel âge', 'quelle année'],
  },
  {
    asksForName: 'quién quiénes dónde',
    asksWho: ['quién es', 'háblame de', 'quién era', 'quién fue', 'quiénes son', 'quiénes eran'],
    asksForDefinition: ['qué es', 'qué son', 'qué significa', 'qué significan', 'define', 'definición de'],
    asksForNumber: ['cuánto', 'cuánta', 'cuántos', 'cuántas', 'qué edad', 'qué año'],
  },
  {
    asksForName: 'quem onde',
    asksWho: ['quem é', 'fale me de', 'quem era', 'quem foi', 'quem são', 'quem eram'],
    asksForDefinition: [
      'o que é',
      'o que são',
      'o que significa',
      'o que significam',
      'defina',
      'definição de',
    ],
    asksForNumber: ['quanto', 'quanta', 'quantos', 'quantas', 'que idade', 'que ano'],
  },
  {
    asksForName: '',
    asksWho: ['誰ですか', 'は誰', 'って誰', 'どんな人', 'どういう人', '何者'],
    asksForDefinition: [],
    asksForNumber: [],
  },
  {
    asksForName: '',
    asksWho: ['是谁', '谁是', '是什么人', '何许人'],
    asksForDefinition: [],
    asksForNumber: [],
  },
  {
    asksForName: '',
    asksWho: ['من هو', 'من هي', 'من هم', 'من كان', 'من كانت'],
    asksForDefinition: [],
    asksForNumber: [],
  },
  {
    asksForName: 'кто кого кому кем где чей чья',
    asksWho: ['кто такой', 'кто такая', 'кто такие', 'кто это', 'кто был', 'кто была', 'кто были'],
    asksForDefinition: ['что такое', 'что значит', 'что означает'],
    asksForNumber: ['сколько', 'в каком году'],
  },
];
