import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chapterAskedIn } from '../src/mentor/question/chapterAsked.ts';

test('chapters and parts are recognized by number in any language', () => {
  for (const [text, chapter, part] of [
    ['Quiz me on chapter XII', 12, null],
    ['What is chapter three about?', 3, null],
    ['the sixteenth chapter', 16, null],
    ['chapter 2 of part two', 2, 2],
    ['Frag mich zu Kapitel 3 ab', 3, null],
    ['das dritte Kapitel im 2. Teil', 3, 2],
    ['le chapitre 3', 3, null],
    ['le dix-septième chapitre', 17, null],
    ['el tercer capítulo', 3, null],
    ['o capítulo dois', 2, null],
    ['第3章のクイズ', 3, null],
    ['考考我第三章', 3, null],
    ['第二十一章讲什么', 21, null],
    ['اختبرني في الفصل ٣', 3, null],
    ['الفصل الثالث', 3, null],
    ['шестнадцатая глава', 16, null],
    ['the next chapter', null, null],
  ] as const) {
    const asked = chapterAskedIn(text);
    assert.deepEqual([asked?.chapters[0] ?? null, asked?.part ?? null], [chapter, part], text);
  }
  for (const [upToHere, texts] of [
    [
      1,
      [
        'the last chapter I read',
        'the last chapter',
        'das letzte Kapitel',
        '最后一章',
        'this chapter',
        'この章',
        'эта глава',
      ],
    ],
    [
      3,
      [
        'the last three chapters',
        'in den letzten drei Kapiteln',
        'les trois derniers chapitres',
        'los últimos tres capítulos',
        'os últimos três capítulos',
        '最後の3章',
        '最近三章',
        'آخر ثلاثة فصول',
        'последние три главы',
      ],
    ],
  ] as const)
    for (const text of texts) assert.equal(chapterAskedIn(text)?.upToHere, upToHere, text);
});

test('several chapters are recognized in any language', () => {
  for (const [chapters, texts] of [
    [
      [1, 2, 3],
      [
        'Summarize chapters 1 to 3 of Emma',
        'chapters 1-3',
        'ch. 1-3',
        'chapter 1, 2 and 3',
        'Kapitel 1, 2, 3',
        'الفصل ١، ٢ و٣',
        'Kap. 1-3',
        'in den ersten drei Kapiteln',
        'chapters I – III',
        'chapters one through three',
        'from chapter 1 to chapter 3',
        'the first three chapters',
        'up to chapter 3',
        'Kapitel 1 bis 3',
        'Kapitel 1–3',
        'vom ersten bis zum dritten Kapitel',
        'die ersten drei Kapitel',
        'bis Kapitel 3',
        'les chapitres 1 à 3',
        'du chapitre 1 au chapitre 3',
        'les trois premiers chapitres',
        'los capítulos 1 a 3',
        'del capítulo uno al tres',
        'los tres primeros capítulos',
        'os capítulos 1 a 3',
        'do capítulo 1 ao 3',
        'os três primeiros capítulos',
        '第1章から第3章まで',
        '1〜3章',
        '最初の3章',
        '第一章到第三章',
        '第1-3章',
        '前三章',
        'الفصول من ١ إلى ٣',
        'من الفصل الأول إلى الفصل الثالث',
        'الفصول الثلاثة الأولى',
        'главы 1-3',
        'с первой по третью главу',
        'первые три главы',
      ],
    ],
    [
      [2, 5],
      [
        'chapters 2 and 5',
        'Kapitel 2 und 5',
        'les chapitres 2 et 5',
        'capítulos 2 y 5',
        'capítulos 2 e 5',
        '第2章と第5章',
        '第二章和第五章',
        'الفصلين 2 و5',
        'главы 2 и 5',
      ],
    ],
    [[2, 3], ['chapters 3 to 2']],
    [[3], ['chapter 3 of Catch-22', 'chapter 3 and the letter', 'Kapitel 3 und der Brief']],
  ] as const)
    for (const text of texts) assert.deepEqual(chapterAskedIn(text)?.chapters, chapters, text);
});

test('all chapters from one on are recognized in any language', () => {
  for (const text of [
    'Summarize Emma from chapter 5 on',
    'chapter 5 onwards',
    'chapters 5 to the end',
    'from the fifth chapter to the end',
    'chapters 5 and following',
    'after chapter 4',
    'Fasse Emma ab Kapitel 5 zusammen',
    'die Kapitel ab dem fünften',
    'nach Kapitel 4',
    'ab dem fünften Kapitel',
    'Kapitel 5 bis zum Ende',
    'Kapitel 5 ff.',
    'à partir du chapitre 5',
    'du chapitre 5 à la fin',
    'les chapitres 5 et suivants',
    'desde el capítulo 5',
    'desde el capítulo 5 hasta el final',
    'después del capítulo 4',
    'del capítulo 5 al final',
    'del capítulo 5 en adelante',
    'a partir do capítulo 5',
    'do capítulo 5 em diante',
    'do capítulo 5 até o fim',
    '第5章以降',
    '第五章から最後まで',
    '从第五章开始',
    '第四章之后',
    '第5章到最后',
    'من الفصل ٥ إلى النهاية',
    'الفصل الخامس وما بعده',
    'с главы 5',
    'с пятой главы до конца',
  ]) {
    const asked = chapterAskedIn(text);
    assert.deepEqual([asked?.chapters, asked?.isOnward], [[5], true], text);
  }
  for (const text of ['chapter 5 on whales', 'desde el capítulo 5 hasta el 8', 'Kapitel 5 bis Kapitel 8'])
    assert.equal(chapterAskedIn(text)?.isOnward, false, text);
});
