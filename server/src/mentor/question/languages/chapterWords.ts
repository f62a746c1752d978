/** How each language names chapters and parts of books, in the phrases of `IntentPhrases`. */
export interface ChapterWords {
  /** A chapter by its number: `#` after the word, `%` before it ("the second chapter"). */
  chapter: readonly string[];
  /** The same for a part of a book. */
  part: readonly string[];
  /** The chapter at the reader's place. */
  thisChapter: readonly string[];
}

export const chapterWords: readonly ChapterWords[] = [
  {
    chapter: ['chapter #', '% chapter'],
    part: ['part #', '% part'],
    thisChapter: [
      'this chapter',
      'current chapter',
      'chapter i am *',
      'chapter i m *',
      'last chapter i read',
    ],
  },
  {
    chapter: ['kapitel #', '% kapitel', '# kapitel'],
    part: ['teil #', '% teil'],
    thisChapter: [
      'dieses kapitel',
      'diesem kapitel',
      'aktuelle kapitel',
      'aktuellen kapitel',
      'letzte kapitel * ich',
    ],
  },
  {
    chapter: ['chapitre #', '% chapitre'],
    part: ['partie #', '% partie'],
    thisChapter: ['ce chapitre', 'chapitre actuel', 'chapitre en cours', 'dernier chapitre que j ai lu'],
  },
  {
    chapter: ['capítulo #', '% capítulo'],
    part: ['parte #', '% parte'],
    thisChapter: ['este capítulo', 'capítulo actual', 'último capítulo que leí'],
  },
  {
    chapter: ['capítulo #', '% capítulo'],
    part: ['parte #', '% parte'],
    thisChapter: ['este capítulo', 'deste capítulo', 'capítulo atual', 'último capítulo que li'],
  },
  {
    chapter: ['第#章', '#章', '第#話', '第#回'],
    part: ['第#部'],
    thisChapter: ['この章', '今の章', '最後に読んだ章'],
  },
  {
    chapter: ['第#章', '第#回', '第#节'],
    part: ['第#部'],
    thisChapter: ['这一章', '这章', '本章', '当前章'],
  },
  {
    chapter: ['الفصل #', 'فصل #'],
    part: ['الجزء #', 'جزء #'],
    thisChapter: ['هذا الفصل', 'الفصل الحالي', 'آخر فصل قرأته'],
  },
  {
    chapter: ['глава #', 'главе #', 'главу #', 'главы #', '% глава', '% главе', '% главу', '% главы'],
    part: ['часть #', 'части #', '% часть', '% части'],
    thisChapter: ['эта глава', 'эту главу', 'этой главе', 'текущ- глав-'],
  },
];
