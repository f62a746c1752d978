/** The chapter after the one of the conversation, and the one before it, in phrases as of `IntentPhrases`. */
export const chapterSteps = {
  next: [
    ['next chapter', 'following chapter', 'chapter after that', 'chapter after this', 'chapter after it'],
    ['the chapter after $', 'nächste- kapitel-', 'folgende- kapitel-', 'kapitel danach', 'kapitel darauf'],
    ['chapitre suivant', 'prochain chapitre', 'chapitre d après'],
    ['siguiente capítulo', 'capítulo siguiente', 'próximo capítulo'],
    ['capítulo seguinte', 'seguinte capítulo'],
    ['次の章', '次章', '下一章', '下章', '后一章', '後一章'],
    ['الفصل التالي', 'الفصل القادم', 'الفصل الذي يليه'],
    ['следующ- глав-', 'глав- после неё'],
  ].flat(),
  previous: [
    [
      'previous chapter',
      'preceding chapter',
      'chapter before that',
      'chapter before this',
      'chapter before it',
    ],
    ['the chapter before $', 'vorige- kapitel-', 'vorherige- kapitel-', 'vorangehende- kapitel-'],
    ['vorangegangene- kapitel-', 'kapitel davor', 'chapitre précédent', 'chapitre d avant'],
    ['capítulo anterior', 'anterior capítulo', 'capítulo previo'],
    ['前の章', '前章', 'ひとつ前の章', '一つ前の章', '上一章', '上章', '前一章'],
    ['الفصل السابق', 'الفصل الذي قبله', 'الفصل الذي يسبقه'],
    ['предыдущ- глав-', 'прошл- глав-', 'глав- до неё'],
  ].flat(),
};
