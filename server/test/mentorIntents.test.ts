import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { asksToExplain, intentIn } from '../src/mentor/question/intents.ts';
import { periodIn } from '../src/mentor/question/periods.ts';
import { parseQuestion } from '../src/mentor/question/question.ts';

/** Input by language and intent; null for a question to the books. */
const typed: Readonly<Record<string, readonly (readonly [string, ReturnType<typeof intentIn>])[]>> = {
  en: [
    ['Who wrote Emma?', 'author'],
    ['What is Emma about?', 'aboutBook'],
    ['Which books have I not read?', 'next'],
    ['Which books are unread?', 'next'],
    ['Which words did I look up?', 'lookedUp'],
    ['What did I think of Emma?', 'opinion'],
    ['Where did I stop and who is in this scene?', 'place'],
    ['How many pages of Emma are left?', 'bookLeft'],
    ['How far through Emma am I?', 'bookLeft'],
    ['When will I finish Emma?', 'timeLeft'],
    ['Can I finish it by Friday?', 'timeLeft'],
    ['Sum it up, please', 'summary'],
    ['Quiz me on chapter 3 of Emma', 'quiz'],
    ['Make me a reading plan for the summer', 'plan'],
    ['Which of these should I read next?', 'next'],
    ['Can you recommend me a book?', 'next'],
    ['Help me write a review of Emma', 'review'],
    ['What do my books have in common?', 'connect'],
    ['Connect it with my other books', 'connect'],
    ['What do Emma and Jane Fairfax have in common?', null],
    ['How is Emma connected with the Westons?', null],
    ['What am I reading at the moment?', 'underWay'],
    ['How many pages have I read this week?', 'habit'],
    ['How long did I read today?', 'habit'],
    ['Which books have I finished?', 'finished'],
    ['Did I finish Emma?', 'bookLeft'],
    ['How many books have I read?', 'finished'],
    ['What did I highlight?', 'highlights'],
    ['How much money was left to the sisters?', null],
    ['Who is the next heir of Longbourn?', null],
    ['Where does Emma read her letter?', null],
  ],
  de: [
    ['Wer hat Emma geschrieben?', 'author'],
    ['Wovon handelt Emma?', 'aboutBook'],
    ['Welche Bücher habe ich noch nicht gelesen?', 'next'],
    ['Welche Bücher sind ungelesen?', 'next'],
    ['Welche Wörter habe ich nachgeschlagen?', 'lookedUp'],
    ['Was habe ich von Emma gehalten?', 'opinion'],
    ['Wo bin ich stehen geblieben?', 'place'],
    ['Wie viele Seiten habe ich noch?', 'timeLeft'],
    ['Wann bin ich mit Emma fertig?', 'timeLeft'],
    ['Wie viel von Emma ist noch übrig?', 'bookLeft'],
    ['Fasse mir das Buch bis hierher zusammen', 'summary'],
    ['Eine Zusammenfassung von Emma bitte', 'summary'],
    ['Frag mich ab!', 'quiz'],
    ['Stell mir fünf Fragen zu Kapitel 3', 'quiz'],
    ['Ich brauche einen Leseplan', 'plan'],
    ['Was soll ich danach lesen?', 'next'],
    ['Empfiehl mir ein Buch', 'next'],
    ['Hilf mir, eine Rezension über Emma zu schreiben', 'review'],
    ['Was haben meine Bücher gemeinsam?', 'connect'],
    ['Was lese ich gerade?', 'underWay'],
    ['Wie lange habe ich heute gelesen?', 'habit'],
    ['Welche Bücher habe ich schon gelesen?', 'finished'],
    ['Was habe ich markiert?', 'highlights'],
    ['Wer ist der nächste Erbe von Longbourn?', null],
    ['Was sagt Melville über die Farbe Weiß?', null],
  ],
  fr: [
    ['Qui a écrit Emma ?', 'author'],
    ['De quoi parle Emma ?', 'aboutBook'],
    ['Quels sont mes livres non lus ?', 'next'],
    ['Quels livres sont non lus ?', 'next'],
    ['Quels mots ai-je cherchés ?', 'lookedUp'],

    ['Qu’ai-je pensé de ce livre ?', 'opinion'],
    ['Où me suis-je arrêtée ?', 'place'],
    ['Combien de pages me reste-t-il ?', 'timeLeft'],
    ['Quand aurai-je fini Emma ?', 'timeLeft'],
    ['Combien reste-t-il d’Emma ?', 'bookLeft'],
    ['Résume ce que j’ai lu', 'summary'],
    ['Pose-moi quelques questions sur le chapitre 3', 'quiz'],
    ['Je voudrais un plan de lecture', 'plan'],
    ['Que lire après Emma ?', 'next'],
    ['Peux-tu me conseiller un livre ?', 'next'],
    ['Aide-moi à écrire une critique d’Emma', 'review'],
    ['Quels liens entre mes livres ?', 'connect'],
    ['Qu’est-ce que je lis en ce moment ?', 'underWay'],
    ['Combien de pages ai-je lues cette semaine ?', 'habit'],
    ['Quels livres ai-je terminés ?', 'finished'],
    ['Qu’est-ce que j’ai surligné ?', 'highlights'],
    ['Y a-t-il une critique de la guerre dans ce roman ?', null],
    ['Qui est le prochain héritier ?', null],
  ],
  es: [
    ['¿Quién escribió Emma?', 'author'],
    ['¿De qué trata Emma?', 'aboutBook'],
    ['¿Qué libros no he leído?', 'next'],
    ['¿Qué libros están sin leer?', 'next'],
    ['¿Qué palabras busqué?', 'lookedUp'],
    ['¿Qué me pareció Emma?', 'opinion'],
    ['¿Dónde me quedé?', 'place'],
    ['¿Cuántas páginas me quedan?', 'timeLeft'],
    ['¿Cuánto queda de Emma?', 'bookLeft'],
    ['Resúmeme lo que he leído', 'summary'],
    ['Hazme unas preguntas sobre el capítulo 3', 'quiz'],
    ['Necesito un plan de lectura', 'plan'],
    ['Recomiéndame un libro', 'next'],
    ['¿Qué libro puedo leer ahora?', 'next'],
    ['Ayúdame a escribir una reseña de Emma', 'review'],
    ['¿Qué relación hay entre mis libros?', 'connect'],
    ['¿Qué estoy leyendo?', 'underWay'],
    ['¿Cuántas páginas he leído hoy?', 'habit'],
    ['¿Qué libros he terminado?', 'finished'],
    ['¿Qué he subrayado?', 'highlights'],
    ['¿Quién es el siguiente heredero?', null],
    ['¿Cuántas cartas leyó Emma?', null],
  ],
  'pt-BR': [
    ['Do que trata Emma?', 'aboutBook'],
    ['Quais palavras procurei?', 'lookedUp'],
    ['O que eu achei de Emma?', 'opinion'],
    ['Onde parei?', 'place'],
    ['Quando vou terminar Emma?', 'timeLeft'],
    ['Quanto falta de Emma?', 'bookLeft'],
    ['Faça um resumo do que li até aqui', 'summary'],
    ['Me faça algumas perguntas sobre o capítulo 3', 'quiz'],
    ['Quero um plano de leitura', 'plan'],
    ['Me recomende um livro', 'next'],
    ['Que livros estão por ler?', 'next'],
    ['O que ler depois de Emma?', 'next'],
    ['Ajude a escrever uma resenha de Emma', 'review'],
    ['O que os meus livros têm em comum?', 'connect'],
    ['O que estou lendo?', 'underWay'],
    ['Quantas páginas li hoje?', 'habit'],
    ['Quais livros já li?', 'finished'],
    ['Quem é o próximo herdeiro?', null],
    ['Onde Emma lê a carta?', null],
  ],
  ja: [
    ['『エマ』の作者は誰ですか', 'author'],
    ['『エマ』はどんな話ですか', 'aboutBook'],
    ['未読の本は？', 'next'],
    ['調べた単語は？', 'lookedUp'],
    ['『エマ』をどう思った？', 'opinion'],
    ['どこまで読んだ？', 'place'],
    ['あと何ページ残っていますか？', 'timeLeft'],
    ['『エマ』はあとどのくらい残っていますか', 'bookLeft'],
    ['ここまでの内容をまとめて', 'summary'],
    ['第3章について問題を出して', 'quiz'],
    ['読書プランを作って', 'plan'],
    ['おすすめの本は？', 'next'],
    ['『エマ』の書評を書くのを手伝って', 'review'],
    ['私の本のつながりを教えて', 'connect'],
    ['今読んでいる本は？', 'underWay'],
    ['今日は何ページ読んだ？', 'habit'],
    ['読み終えた本は？', 'finished'],
    ['エマは何を恐れている？', null],
  ],
  'zh-CN': [
    ['《爱玛》讲的是什么？', 'aboutBook'],
    ['我查过哪些词？', 'lookedUp'],
    ['我对《爱玛》的看法？', 'opinion'],
    ['我读到哪里了？', 'place'],
    ['这本书什么时候能读完？', 'timeLeft'],
    ['《爱玛》还剩多少？', 'bookLeft'],
    ['总结一下我读过的部分', 'summary'],
    ['就第三章出几道题', 'quiz'],
    ['帮我做一个读书计划', 'plan'],
    ['推荐一本书给我', 'next'],
    ['哪些书还没读？', 'next'],
    ['帮我写《爱玛》的书评', 'review'],
    ['我的书之间有什么联系？', 'connect'],
    ['我正在读什么？', 'underWay'],
    ['我今天读了多久？', 'habit'],
    ['我读完了哪些书？', 'finished'],
    ['爱玛害怕什么？', null],
  ],
  ar: [
    ['من كتب إيما؟', 'author'],
    ['عن ماذا تتحدث إيما؟', 'aboutBook'],
    ['ما الكتب غير المقروءة؟', 'next'],
    ['أي الكتب غير مقروءة؟', 'next'],
    ['ما الكلمات التي بحثت عنها؟', 'lookedUp'],
    ['ما رأيي في إيما؟', 'opinion'],
    ['أين توقفت؟', 'place'],
    ['كم صفحة بقيت؟', 'timeLeft'],
    ['كم تبقى من إيما؟', 'bookLeft'],
    ['لخّص ما قرأته', 'summary'],
    ['اطرح عليّ أسئلة عن الفصل ٣', 'quiz'],
    ['أريد خطة للقراءة', 'plan'],
    ['اقترح عليّ كتاباً', 'next'],
    ['ساعدني في كتابة مراجعة للكتاب', 'review'],
    ['ما القواسم المشتركة بين كتبي؟', 'connect'],
    ['ماذا أقرأ حالياً؟', 'underWay'],
    ['كم صفحة قرأت اليوم؟', 'habit'],
    ['ما الكتب التي قرأتها؟', 'finished'],
    ['ممَّ تخاف إيما؟', null],
  ],
};

for (const [language, wordings] of Object.entries(typed)) {
  describe(`intents in ${language}`, () => {
    for (const [text, intent] of wordings) {
      test(`${text} → ${intent ?? 'a question'}`, () => assert.equal(intentIn(text), intent));
    }
  });
}

describe('intents in Russian, in which the page is not', () => {
  for (const [text, intent] of [
    ['Кто написал «Эмму»?', 'author'],
    ['Сколько страниц осталось?', 'bookLeft'],
    ['Что я сейчас читаю?', 'underWay'],
    ['Чего боится Эмма?', null],
  ] as const)
    test(`${text} → ${intent ?? 'a question'}`, () => assert.equal(intentIn(text), intent));
});

/** Suggestions of the page in English; each language has its own. */
const offered = {
  'What has happened so far in {{title}}?': 'summary',
  'Quiz me on {{title}}': 'quiz',
  'Make me a reading plan': 'plan',
  'What should I read next?': 'next',
  'Turn my highlights in {{title}} into a review': 'review',
  'Connect what I marked with my other books': 'connect',
  'How much did I read this week?': 'habit',
  'Where does {{title}} talk about love?': null,
  'Where does {{title}} talk about time?': null,
  'What did I highlight in {{title}}?': 'highlights',
} as const;

const localeOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../mf-mentor/src/locales/${language}.json`, import.meta.url), 'utf8'));

for (const language of Object.keys(typed)) {
  const locale = localeOf(language);
  const inLanguage = (english: string) => (locale[english] ?? english).replace('{{title}}', 'Emma');

  describe(`suggestions of the page in ${language}`, () => {
    test('are recognized when typed', () => {
      for (const [english, intent] of Object.entries(offered)) {
        assert.equal(intentIn(inLanguage(english)), intent, inLanguage(english));
      }
      assert.ok(asksToExplain(inLanguage('Explain these words')));
    });

    test('a question about annotations in a book searches only for the book’s name', () => {
      assert.deepEqual(parseQuestion(inLanguage('What did I highlight in {{title}}?')).words, ['Emma']);
    });
  });
}

/** What a question asks of library and sessions, in the languages of the phrases. */
const aboutLibrary = {
  countBooks: [
    'how many books do i have',
    'wie viele bücher habe ich',
    'combien de livres j’ai',
    '¿Cuántos libros tengo?',
    'quantos livros eu tenho',
    '本は何冊ある？',
    '我有多少本书',
    'كم كتابا عندي',
    'сколько у меня книг',
  ],
  countUnread: [
    'how many unread books',
    'wieviele ungelesene bücher hab ich',
    'combien de livres non lus',
    'cuántos libros sin leer tengo',
    'quantos livros não lidos tenho',
    '未読の本は何冊？',
    '有多少本未读',
    'كم كتابا لم أقرأ',
    'сколько непрочитанных книг',
  ],
  countAuthors: [
    'how many authors',
    'wie viele autoren',
    'combien d’auteurs',
    'cuántos autores',
    'quantos autores',
    '著者は何人',
    '多少位作者',
    'كم مؤلفا',
    'сколько авторов',
  ],
  owned: [
    'do i have dracula',
    'hab ich dracula',
    'est-ce que j’ai dracula',
    '¿Tengo Drácula?',
    'eu tenho dracula',
    'ドラキュラは持ってる？',
    '我有德古拉吗',
    'هل عندي كتاب دراكولا',
    'у меня есть дракула?',
  ],
  pace: [
    'how fast do i read',
    'wie schnell lese ich',
    'à quelle vitesse je lis',
    'a qué velocidad leo',
    'minha velocidade de leitura',
    '読む速さは？',
    '我读得多快',
    'ما سرعة قراءتي',
    'как быстро я читаю',
  ],
  readingTime: [
    'How long have I been reading Emma?',
    'How much time did I spend on Emma?',
    'Wie viel Zeit habe ich mit Emma verbracht?',
    'Depuis quand je lis Emma ?',
    '¿Cuánto tiempo llevo leyendo Emma?',
    'Há quanto tempo estou lendo Emma?',
    '『エマ』は何回読んだ？',
    '《爱玛》我花了多少时间？',
    'كم من الوقت قضيت في قراءة إيما؟',
    'Сколько времени я читаю «Эмму»?',
  ],
  characters: [
    'main characters of Emma',
    'Hauptfiguren in Emma',
    'les personnages d’Emma',
    'personajes de Emma',
    'personagens de Emma',
    '登場人物は？',
    '主要人物有哪些',
    'شخصيات إيما',
    'главные герои',
  ],
  notes: [
    'show my notes',
    'zeig mir meine notizen',
    'montre mes notes',
    'mis notas',
    'minhas anotações',
    'メモを見せて',
    '我的笔记',
    'أرني ملاحظاتي',
    'покажи мои заметки',
  ],
  highlights: ['do i have any highlights', 'habe ich markierungen in Emma'],
  haveRead: ['have i read emma', 'habe ich emma gelesen', 'ai-je lu Emma ?', 'já li emma'],
  timeLeft: [
    'how long until im done with emma',
    'quand est-ce que je finirai emma',
    'いつエマを読み終わる？',
  ],
  // Words of a text, although the first ones are those of a question about the library.
  none: ['What do I have to look up?', 'tengo que leer esto', 'What have I got to lose?'],
} as const;

describe('questions about the library', () => {
  for (const [intent, questions] of Object.entries(aboutLibrary))
    for (const question of questions)
      test(`${question} → ${intent}`, () => assert.equal(intentIn(question) ?? 'none', intent));
});

test('days are named in any language, up to today, and weeks begin on Monday', () => {
  // A Thursday.
  const today = '2026-03-12';
  for (const [text, first, last] of [
    ['today', '2026-03-12', '2026-03-12'],
    ['the day before yesterday', '2026-03-10', '2026-03-10'],
    ['on Thursday', '2026-03-05', '2026-03-05'],
    ['am Montag', '2026-03-09', '2026-03-09'],
    ['vorgestern', '2026-03-10', '2026-03-10'],
    ['la semaine dernière', '2026-03-02', '2026-03-08'],
    ['este mes', '2026-03-01', '2026-03-12'],
    ['no ano passado', '2025-01-01', '2025-12-31'],
    ['in March', '2026-03-01', '2026-03-12'],
    ['in April', '2025-04-01', '2025-04-30'],
    ['im Dezember 2024', '2024-12-01', '2024-12-31'],
    ['in 2025', '2025-01-01', '2025-12-31'],
    ['一昨日', '2026-03-10', '2026-03-10'],
    ['十二月', '2025-12-01', '2025-12-31'],
    ['上个月', '2026-02-01', '2026-02-28'],
    ['أول أمس', '2026-03-10', '2026-03-10'],
    ['в прошлую среду', '2026-03-11', '2026-03-11'],
  ] as const)
    assert.deepEqual(periodIn(text, today), { first, last }, text);
  for (const text of ['may I ask', 'was habe ich hier gelesen', 'the march of the whales', 'in 2031'])
    assert.equal(periodIn(text, today), null, text);
});

test('question words are ignored in their own language', () => {
  for (const [text, words] of [
    ['What does Melville say about whiteness?', ['Melville', 'whiteness']],
    ['What is whiteness according to Melville?', ['whiteness', 'Melville']],
    ['Was ist laut Melville die Farbe?', ['Melville', 'Farbe']],
    ['Was sagt Melville über die Farbe des Wals?', ['Melville', 'Farbe', 'Wals']],
    ['Que dit Melville sur la couleur de la baleine ?', ['Melville', 'couleur', 'baleine']],
    ['¿Qué dice Melville sobre el color de la ballena?', ['Melville', 'color', 'ballena']],
    ['O que Melville diz sobre a cor da baleia?', ['Melville', 'cor', 'baleia']],
    ['Что говорит Мелвилл о цвете кита?', ['Мелвилл', 'цвете', 'кита']],
    ['Kとミオはどこで出会いましたか', ['K', 'ミオ', '出会い']],
    ['阿Q住在哪里？', ['阿', 'Q', '住在']],
  ] as const) {
    assert.deepEqual(parseQuestion(text).words, words);
  }
});
