/**
 * How each language names chapters and parts of books, in phrases as of `IntentPhrases`: `#` is a number after the
 * word, `%` one before it ("the second chapter").
 */
export interface ChapterWords {
  /** A chapter by its number. */
  chapter: readonly string[];
  /** From one chapter to another; a dash between numbers is read as "to". */
  range: readonly string[];
  /** Two chapters. */
  pair: readonly string[];
  /** From the first chapter to one: "the first three chapters". */
  first: readonly string[];
  /** The same for a part of a book. */
  part: readonly string[];
  /** The chapter at the reader's place. */
  thisChapter: readonly string[];
  /** The chapters up to there: "the last three chapters". */
  last: readonly string[];
  /** The book that is being read. */
  thisBook: readonly string[];
}

export const chapterWords: readonly ChapterWords[] = [
  {
    chapter: ['chapter #', 'ch #', '% chapter'],
    range: [
      'chapters # to #',
      'ch # to #',
      'chs # to #',
      'chapters # through #',
      'chapters # until #',
      'chapter # to #',
      'chapter # to chapter #',
      'chapter # through #',
      'chapter # through chapter #',
      'chapter # until chapter #',
    ],
    pair: ['chapters # and #', 'chapter # and #', 'chapter # and chapter #'],
    first: ['first # chapters', 'up to chapter #', 'until chapter #', 'through chapter #'],
    part: ['part #', '% part'],
    thisChapter: [
      'this chapter',
      'current chapter',
      'chapter i am *',
      'chapter i m *',
      'last chapter i read',
    ],
    last: ['last # chapters'],
    thisBook: ['this book', 'current book'],
  },
  {
    chapter: ['kapitel #', 'kap #', '% kapitel', '# kapitel'],
    range: [
      'kapitel # to #',
      'kap # to #',
      'kap # bis #',
      'kapitel # bis #',
      'kapitel # bis kapitel #',
      'kapitel # bis zu kapitel #',
      '% bis % kapitel',
      '% bis zum % kapitel',
    ],
    pair: ['kapitel # und #', 'kapitel # und kapitel #', '% und % kapitel'],
    first: ['ersten # kapitel-', 'bis kapitel #', 'bis einschließlich kapitel #', 'bis zum % kapitel'],
    part: ['teil #', '% teil'],
    thisChapter: [
      'dieses kapitel',
      'diesem kapitel',
      'aktuelle kapitel',
      'aktuellen kapitel',
      'letzte kapitel * ich',
    ],
    last: ['letzten # kapitel-'],
    thisBook: ['dieses buch', 'diesem buch', 'aktuelle- buch'],
  },
  {
    chapter: ['chapitre #', '% chapitre'],
    range: [
      'chapitres # to #',
      'chapitre # to #',
      'chapitres # à #',
      'chapitres # jusqu à #',
      'chapitre # à #',
      'chapitre # au #',
      'chapitre # au chapitre #',
      'chapitre # jusqu au chapitre #',
    ],
    pair: ['chapitres # et #', 'chapitre # et #', 'chapitre # et le chapitre #'],
    first: ['# premiers chapitres', 'jusqu au chapitre #'],
    part: ['partie #', '% partie'],
    thisChapter: ['ce chapitre', 'chapitre actuel', 'chapitre en cours', 'dernier chapitre que j ai lu'],
    last: ['# derniers chapitres'],
    thisBook: ['ce livre', 'livre actuel'],
  },
  {
    chapter: ['capítulo #', '% capítulo'],
    range: [
      'capítulos # to #',
      'capítulo # to #',
      'capítulos # a #',
      'capítulos # al #',
      'capítulos # hasta #',
      'capítulo # a #',
      'capítulo # al #',
      'capítulo # al capítulo #',
      'capítulo # hasta el #',
      'capítulo # hasta el capítulo #',
    ],
    pair: ['capítulos # y #', 'capítulo # y #', 'capítulo # y el capítulo #'],
    first: ['primeros # capítulos', '# primeros capítulos', 'hasta el capítulo #'],
    part: ['parte #', '% parte'],
    thisChapter: ['este capítulo', 'capítulo actual', 'último capítulo que leí'],
    last: ['últimos # capítulos', '# últimos capítulos'],
    thisBook: ['este libro', 'libro actual'],
  },
  {
    chapter: ['capítulo #', '% capítulo'],
    range: [
      'capítulos # to #',
      'capítulo # to #',
      'capítulos # a #',
      'capítulos # ao #',
      'capítulos # até #',
      'capítulo # a #',
      'capítulo # ao #',
      'capítulo # ao capítulo #',
      'capítulo # até o #',
      'capítulo # até o capítulo #',
    ],
    pair: ['capítulos # e #', 'capítulo # e #', 'capítulo # e o capítulo #'],
    first: ['primeiros # capítulos', '# primeiros capítulos', 'até o capítulo #', 'até ao capítulo #'],
    part: ['parte #', '% parte'],
    thisChapter: ['este capítulo', 'deste capítulo', 'capítulo atual', 'último capítulo que li'],
    last: ['últimos # capítulos', '# últimos capítulos'],
    thisBook: ['este livro', 'deste livro', 'neste livro', 'livro atual'],
  },
  {
    chapter: ['第#章', '#章', '第#話', '第#回'],
    range: [
      '# to #章',
      '#章 to 第#章',
      '#章 to #章',
      '#章から第#章',
      '#章から#章',
      '#から#章',
      '#話から第#話',
      '#回から第#回',
    ],
    pair: ['#章と第#章', '#章と#章'],
    first: ['最初の#章', '最初の#つの章', '初めの#章', '#章まで'],
    part: ['第#部'],
    thisChapter: ['この章', '今の章', '最後に読んだ章'],
    last: ['最後の#章', '直近の#章', '最近の#章'],
    thisBook: ['この本', '今の本'],
  },
  {
    chapter: ['第#章', '第#回', '第#节'],
    range: [
      '# to #章',
      '#章 to 第#章',
      '#章到第#章',
      '#章到#章',
      '#章至第#章',
      '#章至#章',
      '#到#章',
      '#至#章',
      '# to #回',
      '#回到第#回',
      '#回至第#回',
      '#到#回',
      '#至#回',
    ],
    pair: ['#章和第#章', '#章与第#章', '#章和#章', '#和#章'],
    first: ['前#章', '前#回', '开头#章', '到第#章', '到第#回'],
    part: ['第#部'],
    thisChapter: ['这一章', '这章', '本章', '当前章'],
    last: ['最近#章', '最后#章', '最後#章'],
    thisBook: ['这本书', '本书'],
  },
  {
    chapter: ['الفصل #', 'فصل #'],
    range: [
      'الفصول # to #',
      'الفصل # to #',
      'الفصول # إلى #',
      'الفصول من # to #',
      'الفصول من # إلى #',
      'الفصل # إلى #',
      'الفصل # إلى الفصل #',
      'الفصل # حتى الفصل #',
    ],
    pair: ['الفصلين # و ?#', 'الفصل # و ?#', 'الفصل # والفصل #'],
    first: ['أول # فصول', 'الفصول ال# الأولى', 'حتى الفصل #'],
    part: ['الجزء #', 'جزء #'],
    thisChapter: ['هذا الفصل', 'الفصل الحالي', 'آخر فصل قرأته'],
    last: ['آخر # فصول', 'الفصول ال# الأخيرة'],
    thisBook: ['هذا الكتاب', 'الكتاب الحالي'],
  },
  {
    chapter: ['глава #', 'главе #', 'главу #', 'главы #', '% глава', '% главе', '% главу', '% главы'],
    range: ['глав- # to #', 'глав- с # по #', 'с # по # глав-', 'глав- # до #', 'глав- от # до #'],
    pair: ['глав- # и #', '# и # глав-'],
    first: ['перв- # глав-', 'до глав- #', 'до % глав-'],
    part: ['часть #', 'части #', '% часть', '% части'],
    thisChapter: ['эта глава', 'эту главу', 'этой главе', 'текущ- глав-'],
    last: ['последн- # глав-'],
    thisBook: ['эта книга', 'эту книгу', 'этой книгой', 'этой книге'],
  },
];
