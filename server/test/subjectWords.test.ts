import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseQuestion, subjectWords } from '../src/mentor/question/question.ts';

const subjectOf = (text: string) => subjectWords(text, parseQuestion(text).words);

describe('[Q-02] what an answer says it is about leaves out titles before names and numbers of chapters', () => {
  for (const [language, text, subject] of [
    ['en', 'How did Captain Ahab lose his leg?', 'Ahab lose leg'],
    ['en', 'Where do Mr. Bennet and Lady Catherine meet?', 'Bennet Catherine meet'],
    ['en', 'What does Ahab say in chapter 36?', 'Ahab'],
    ['en', 'In which chapter does Ahab die?', 'Ahab die'],
    ['de', 'Wie verlor Kapitän Ahab sein Bein?', 'verlor Ahab Bein'],
    ['de', 'Was sagt Herr Bennet in Kapitel 3?', 'Bennet'],
    ['fr', 'Comment le capitaine Achab a-t-il perdu sa jambe ?', 'Achab perdu jambe'],
    ['fr', 'Où habite monsieur Bennet dans le chapitre 3 ?', 'habite Bennet'],
    ['es', '¿Cómo perdió el capitán Ahab su pierna?', 'perdió Ahab pierna'],
    ['es', '¿Dónde vive la señora Bennet en el capítulo 3?', 'vive Bennet'],
    ['pt', 'Como o capitão Ahab perdeu a perna?', 'Ahab perdeu perna'],
    ['pt', 'Onde mora o senhor Bennet no capítulo 3?', 'mora Bennet'],
    ['ru', 'Где живёт князь Андрей?', 'живёт Андрей'],
    ['ru', 'Где живёт Андрей в главе 3?', 'живёт Андрей'],
    ['ar', 'أين يسكن السيد بينيت؟', 'يسكن بينيت'],
    ['ja', '第3章の白い鯨', '白い 鯨'],
    ['zh', '亚哈在第3章里说了什么？', '亚 哈'],
  ] as const)
    test(`${language}: ${text}`, () => {
      assert.equal(subjectOf(text).join(' '), subject);
    });

  for (const [text, subject] of [
    ['Which captain sent the letter?', 'captain sent letter'],
    ['What do Captain Ahab and the Captain of the Rachel want?', 'Captain Ahab Rachel'],
    ['Who is the King?', 'King'],
    ['How many major Russian battles were lost?', 'major Russian battles lost'],
  ] as const)
    test(`but not a title without a name: ${text}`, () => {
      assert.equal(subjectOf(text).join(' '), subject);
    });
});
