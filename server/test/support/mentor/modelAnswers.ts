/** Answers as models give them, in the eight languages of the app, with the marks of each: what is shown of them. */

/** Sources by language, numbered from 1. */
export const sources = {
  en: 'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.',
  de: 'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt.',
  fr: 'Aujourd’hui, la campagne était couverte de neige, et personne ne passait plus sur la route du village.',
  es: 'En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo.',
  pt: 'Ao verme que primeiro roeu as frias carnes do meu cadáver dedico como saudosa lembrança estas memórias póstumas.',
  ja: '国境の長いトンネルを抜けると雪国であった。夜の底が白くなった。信号所に汽車が止まった。',
  zh: '我冒了严寒，回到相隔二千余里，别了二十余年的故乡去。时候既然是深冬，渐近故乡时，天气又阴晦了。',
  ar: 'كان الشيخ جالسًا في مقعده القديم أمام الباب، ينتظر عودة ابنه من السفر كل مساء منذ عشر سنين.',
} as const;

export type Language = keyof typeof sources;

export interface ModelAnswer {
  language: Language;
  /**
   * `true`: shown completely. `invented`: quotes text of no source, and is removed. `cut`: ends within an invented
   * quotation, and is removed.
   */
  kind: 'true' | 'invented' | 'cut';
  answer: string;
}

const of =
  (language: Language) =>
  (kind: ModelAnswer['kind'], ...answers: string[]): ModelAnswer[] =>
    answers.map((answer) => ({ language, kind, answer }));
const [en, de, fr, es] = [of('en'), of('de'), of('fr'), of('es')];
const [pt, ja, zh, ar] = [of('pt'), of('ja'), of('zh'), of('ar')];

export const modelAnswers: readonly ModelAnswer[] = [
  ...en(
    'true',
    'The book opens with a contrast: “It was the best of times, it was the worst of times” [1].',
    'It begins ‘it was the age of wisdom’, and goes on in the same way [1].',
    'It begins "It was the best of times ... it was the age of foolishness" [1].',
    'The narrator’s tone, the people’s fear and the city’s noise all come from one sentence [1].',
  ),
  ...en(
    'invented',
    'It says: “It was the best of days, and nobody knew why it should end.” [1]',
    'He writes ‘it was the age of iron and of endless rain’ [1].',
    'He writes "It was the best of times, and Paris slept quietly" [1].',
    'As the text has it, *it was the age of silent machines* [1].',
  ),
  ...en(
    'true',
    'He calls it “the age of wisdom” [1].',
    '> it was the age of wisdom, it was the age of foolishness [1]',
  ),
  ...en(
    'invented',
    'He writes **“it was the best of harbours in a storm”** [1].',
    'Dickens — “it was the best of harbours in a storm” — says so [1].',
  ),
  ...en(
    'cut',
    'He then writes “and so the great revolution began in the quiet str',
    '> and so the great revolution began in the quiet str',
  ),
  ...de(
    'true',
    'Er erwacht und ist verwandelt: „fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt“ [2].',
    'Es heißt »Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte« [2].',
    'Es heißt ›aus unruhigen Träumen erwachte, fand er sich‹ [2].',
  ),
  ...de(
    'invented',
    'Es heißt: „Gregor Samsa war an diesem Morgen besonders guter Laune.“ [2]',
    'Es heißt »Gregor Samsa ging ohne Frühstück zur Arbeit« [2].',
    'Es heißt ‚Gregor Samsa ging ohne Frühstück zur Arbeit‘ [2].',
  ),
  ...de('cut', 'Dann heißt es „und die Schwester spielte den ganzen Abend Gei'),
  ...fr(
    'true',
    'Le village est isolé : « la campagne était couverte de neige » [3].',
    'On lit : « personne ne passait plus sur la route du village. » [3]',
    'On lit “la campagne était couverte de neige” [3].',
  ),
  ...fr(
    'invented',
    'On lit : « les enfants jouaient encore dans la cour de l’école » [3].',
    'On lit «\u00a0les enfants jouaient encore dans la cour\u00a0» [3].',
    'On lit ‹ les enfants jouaient encore dans la cour › [3].',
  ),
  ...fr('cut', 'Puis : « les enfants jouaient encore dans la co'),
  ...es(
    'true',
    'Empieza así: «En un lugar de la Mancha, de cuyo nombre no quiero acordarme» [4].',
    'El narrador dice “no ha mucho tiempo que vivía un hidalgo” [4].',
    '> En un lugar de la Mancha, de cuyo nombre no quiero acordarme [4]',
  ),
  ...es(
    'invented',
    'Dice: «El caballero vendió todos sus libros al cura del pueblo» [4].',
    'Y dice “El caballero vendió todos sus libros al cura” [4].',
    '> El caballero vendió todos sus libros al cura del pueblo. [4]',
  ),
  ...es('cut', 'Luego dice «El caballero vendió todos sus libros al cu'),
  ...pt(
    'true',
    'Ele dedica o livro “ao verme que primeiro roeu as frias carnes do meu cadáver” [5].',
    'Ele escreve «dedico como saudosa lembrança estas memórias póstumas» [5].',
    'Ele escreve "estas memórias póstumas" [5].',
  ),
  ...pt(
    'invented',
    'Ele diz: “nunca amei ninguém em toda a minha vida curta” [5].',
    'Ele diz «nunca amei ninguém em toda a minha vida curta» [5].',
    "Ele diz 'nunca amei ninguém em toda a minha vida curta' [5].",
  ),
  ...pt('cut', 'E termina: “nunca amei ninguém em toda a minha vi'),
  ...ja(
    'true',
    '冒頭は「国境の長いトンネルを抜けると雪国であった」です。[6]',
    '「夜の底が白くなった。信号所に汽車が止まった。」と続きます。[6]',
    '『国境の長いトンネルを抜けると雪国であった』と書かれています【6】。',
  ),
  ...ja(
    'invented',
    '彼は「春になれば桜の下でまた会おう」と言います。[6]',
    '『春になれば桜の下でまた会おう』とあります。[6]',
    '“春になれば桜の下でまた会おう”とあります。[6]',
  ),
  ...ja('cut', '続いて「春になれば桜の下でまた会お'),
  ...zh(
    'true',
    '开头写道：“我冒了严寒，回到相隔二千余里”。[7]',
    '他说「别了二十余年的故乡去」。[7]',
    '文中有『时候既然是深冬，渐近故乡时』一句。[7]',
  ),
  ...zh(
    'invented',
    '他说：“母亲早已在门口等了整整一天”。[7]',
    '他说「母亲早已在门口等了整整一天」。[7]',
    '他说『母亲早已在门口等了整整一天』【7】。',
  ),
  ...zh('cut', '然后写道：“母亲早已在门口等了整'),
  ...ar(
    'true',
    'يبدأ النص هكذا: «كان الشيخ جالسًا في مقعده القديم أمام الباب» [8].',
    'ويقول "ينتظر عودة ابنه من السفر كل مساء" [8].',
    'ويقول “ينتظر عودة ابنه من السفر كل مساء منذ عشر سنين” [8].',
  ),
  ...ar(
    'invented',
    'ويقول: «باع الشيخ بيته ورحل إلى المدينة البعيدة» [8].',
    'ويقول "باع الشيخ بيته ورحل إلى المدينة البعيدة" [8].',
    'ويقول “باع الشيخ بيته ورحل إلى المدينة البعيدة” [8].',
  ),
  ...ar('cut', 'ثم يقول «باع الشيخ بيته ورحل إلى المدي'),
];
