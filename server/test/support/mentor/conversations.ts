/** Conversations with a model in the eight languages of the app: five about one book in each. */
import type { ScriptedCall } from './chatServer.ts';

export interface BookOfConversation {
  language: string;
  title: string;
  /** Two chapters, with one passage each. */
  chapters: readonly [title: string, text: string][];
  highlight: string;
  conversations: readonly Conversation[];
}

/** The answer is shown as the model says it. Citations are the chapter of a passage, or the kind of another source. */
export type Conversation = [
  question: string,
  calls: readonly ScriptedCall[],
  answer: string,
  cited: string[],
];

const marks: ScriptedCall = ['highlightsAndNotes', { kind: 'highlights' }];
const search = (words: string): ScriptedCall => ['search', { words }];
const chapter = (book: string, title: string): ScriptedCall => ['readChapter', { book, chapter: title }];
const books: ScriptedCall = ['library', { status: 'finished' }];

export const booksOfConversations: readonly BookOfConversation[] = [
  {
    language: 'en',
    title: 'The Lamp',
    chapters: [
      ['Harbour', 'Rowan brought the copper lantern to the harbour before the storm.'],
      ['Garden', 'In the garden Linden planted forty roses beside the old wall.'],
    ],
    highlight: 'forty roses beside the old wall',
    conversations: [
      ['Who brought the lantern?', [], 'Rowan brought it. [1]', ['Harbour']],
      ['Is the lantern elsewhere?', [search('roses wall')], 'No, roses grow there. [2]', ['Garden']],
      [
        'What else is there besides the lantern?',
        [chapter('The Lamp', 'Garden')],
        'There are “forty roses beside the old wall”. [2]',
        ['Garden'],
      ],
      ['What did I mark about the lantern?', [marks], 'You marked the roses. [2]', ['highlight']],
      ['How many books with a lantern did I finish?', [books], 'You finished one book.', []],
    ],
  },
  {
    language: 'de',
    title: 'Die Lampe',
    chapters: [
      ['Hafen', 'Rowan trug die kupferne Laterne vor dem Sturm zum Hafen.'],
      ['Garten', 'Im Garten pflanzte Linden vierzig Rosen neben die alte Mauer.'],
    ],
    highlight: 'vierzig Rosen neben die alte Mauer',
    conversations: [
      ['Wer trug die Laterne?', [], 'Rowan trug sie. [1]', ['Hafen']],
      ['Stand die Laterne im Beet?', [search('Rosen Mauer')], 'Nein, dort wachsen Rosen. [2]', ['Garten']],
      [
        'Was gibt es außer der Laterne?',
        [chapter('Die Lampe', 'Garten')],
        'Es gibt „vierzig Rosen neben die alte Mauer“. [2]',
        ['Garten'],
      ],
      ['Was habe ich zur Laterne markiert?', [marks], 'Du hast die Rosen markiert. [2]', ['highlight']],
      ['Wie viele Bücher mit einer Laterne?', [books], 'Du hast ein Buch gelesen.', []],
    ],
  },
  {
    language: 'fr',
    title: 'La Lampe',
    chapters: [
      ['Le port', 'Rowan porta la lanterne de cuivre au port avant la tempête.'],
      ['Le jardin', 'Dans le jardin, Linden planta quarante roses contre le vieux mur.'],
    ],
    highlight: 'quarante roses contre le vieux mur',
    conversations: [
      ['Qui porta la lanterne ?', [], 'C’est Rowan. [1]', ['Le port']],
      ['La lanterne est-elle là-bas ?', [search('roses mur')], 'Non, il y a des roses. [2]', ['Le jardin']],
      [
        'Et à part la lanterne ?',
        [chapter('La Lampe', 'Le jardin')],
        'Il y a « quarante roses contre le vieux mur ». [2]',
        ['Le jardin'],
      ],
      ['Qu’ai-je surligné sur la lanterne ?', [marks], 'Vous avez surligné les roses. [2]', ['highlight']],
      ['Combien de livres sur une lanterne ?', [books], 'Vous avez terminé un livre.', []],
    ],
  },
  {
    language: 'es',
    title: 'La lámpara',
    chapters: [
      ['El puerto', 'Rowan llevó el farol de cobre al puerto antes de la tormenta.'],
      ['El huerto', 'En el huerto Linden plantó cuarenta rosas junto al muro viejo.'],
    ],
    highlight: 'cuarenta rosas junto al muro viejo',
    conversations: [
      ['¿Quién llevó el farol?', [], 'Lo llevó Rowan. [1]', ['El puerto']],
      ['¿Dónde no está el farol?', [search('rosas muro')], 'Entre las rosas. [2]', ['El huerto']],
      [
        '¿Qué hay además del farol?',
        [chapter('La lámpara', 'El huerto')],
        'Hay «cuarenta rosas junto al muro viejo». [2]',
        ['El huerto'],
      ],
      ['¿Qué subrayé sobre el farol?', [marks], 'Subrayaste las rosas. [2]', ['highlight']],
      ['¿Cuántos libros con farol he leído?', [books], 'Has terminado un libro.', []],
    ],
  },
  {
    language: 'pt',
    title: 'A lâmpada',
    chapters: [
      ['O porto', 'Rowan levou a lanterna de cobre ao porto antes da tempestade.'],
      ['O jardim', 'No jardim Linden plantou quarenta rosas junto ao muro velho.'],
    ],
    highlight: 'quarenta rosas junto ao muro velho',
    conversations: [
      ['Quem levou a lanterna?', [], 'Foi Rowan. [1]', ['O porto']],
      ['Onde não está a lanterna?', [search('rosas muro')], 'Entre as rosas. [2]', ['O jardim']],
      [
        'O que há além da lanterna?',
        [chapter('A lâmpada', 'O jardim')],
        'Há “quarenta rosas junto ao muro velho”. [2]',
        ['O jardim'],
      ],
      ['O que destaquei sobre a lanterna?', [marks], 'Você destacou as rosas. [2]', ['highlight']],
      ['Quantos livros com lanterna terminei?', [books], 'Você terminou um livro.', []],
    ],
  },
  {
    language: 'ja',
    title: '灯火',
    chapters: [
      ['港', '嵐の前に、楓は銅の角灯を港へ運んだ。'],
      ['庭', '庭では菩提が古い壁のそばに四十本の薔薇を植えた。'],
    ],
    highlight: '四十本の薔薇を植えた',
    conversations: [
      ['角灯を運んだのは誰ですか', [], '楓です。[1]', ['港']],
      ['角灯はどこにありませんか', [search('薔薇')], '薔薇のそばです。[2]', ['庭']],
      [
        '角灯のほかに何がありますか',
        [chapter('灯火', '庭')],
        '「四十本の薔薇を植えた」とあります。[2]',
        ['庭'],
      ],
      ['角灯について何をハイライトしましたか', [marks], '薔薇です。[2]', ['highlight']],
      ['角灯の本は何冊ですか', [books], '一冊です。', []],
    ],
  },
  {
    language: 'zh',
    title: '灯',
    chapters: [
      ['港口', '暴风雨之前，枫把铜灯笼带到了港口。'],
      ['花园', '花园里，椴在旧墙边种了四十株玫瑰花。'],
    ],
    highlight: '在旧墙边种了四十株玫瑰花',
    conversations: [
      ['谁带来了灯笼？', [], '是枫。[1]', ['港口']],
      ['灯笼不在哪里？', [search('玫瑰')], '不在玫瑰旁边。[2]', ['花园']],
      ['除了灯笼还有什么？', [chapter('灯', '花园')], '书中写道：“在旧墙边种了四十株玫瑰花”。[2]', ['花园']],
      ['关于灯笼我标记了什么？', [marks], '你标记了玫瑰。[2]', ['highlight']],
      ['我读完了几本有灯笼的书？', [books], '你读完了一本书。', []],
    ],
  },
  {
    language: 'ar',
    title: 'المصباح',
    chapters: [
      ['الميناء', 'حمل روان الفانوس النحاسي إلى الميناء قبل العاصفة.'],
      ['الحديقة', 'في الحديقة زرع ليندن أربعين وردة بجانب الجدار القديم.'],
    ],
    highlight: 'أربعين وردة بجانب الجدار القديم',
    conversations: [
      ['من حمل الفانوس؟', [], 'حمله روان. [1]', ['الميناء']],
      ['أين لا يوجد الفانوس؟', [search('وردة الجدار')], 'بجانب الورد. [2]', ['الحديقة']],
      [
        'ماذا يوجد غير الفانوس؟',
        [chapter('المصباح', 'الحديقة')],
        'يوجد «أربعين وردة بجانب الجدار القديم». [2]',
        ['الحديقة'],
      ],
      ['ماذا ظللت عن الفانوس؟', [marks], 'ظللت الورد. [2]', ['highlight']],
      ['كم كتابا عن الفانوس أنهيت؟', [books], 'أنهيت كتابا واحدا.', []],
    ],
  },
];
