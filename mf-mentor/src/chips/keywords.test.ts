/** @jest-environment node */
import ar from '../locales/ar.json';
import de from '../locales/de.json';
import es from '../locales/es.json';
import fr from '../locales/fr.json';
import ja from '../locales/ja.json';
import pt from '../locales/pt-BR.json';
import zh from '../locales/zh-CN.json';
import { chipKeywords, mentorChips } from './chips.ts';
import { chipOf, stopWordsOf, tellingWords } from './keywords.ts';

const locales: Record<string, Record<string, string>> = {
  ar,
  de,
  en: {},
  es,
  fr,
  ja,
  'pt-BR': pt,
  'zh-CN': zh,
};

async function taskOf(line: string, language: string): Promise<string | undefined> {
  const telling = tellingWords(line, language, await stopWordsOf(language));
  return chipOf(telling, mentorChips, language, (text) => locales[language]?.[text] ?? text)?.task;
}

describe('the keywords of the chips', () => {
  it.each([
    ['en', 'How much is left?', 'left'],
    ['en', 'Translate', 'translate'],
    ['en', 'whales', undefined],
    ['de', 'Was habe ich markiert?', 'highlights'],
    ['de', 'Was ist bisher passiert?', 'summary'],
    ['de', 'Was soll ich als Nächstes lesen?', 'next'],
    ['de', 'Worum geht es bei dem Wal?', undefined],
    ['fr', 'Qu’est-ce que j’ai surligné ?', 'highlights'],
    ['fr', 'Que me recommandez-vous ?', undefined],
    ['es', '¿Cuánto me queda?', 'left'],
    ['es', '¿Qué he subrayado?', 'highlights'],
    ['pt-BR', 'O que aconteceu?', 'summary'],
    ['ja', '何をハイライトしましたか', 'highlights'],
    ['ja', '次に読む本', undefined],
    ['zh-CN', '总结', 'summary'],
    ['zh-CN', '我的笔记', 'highlights'],
    ['ar', 'ماذا حدث؟', 'summary'],
  ])('%s: %s', async (language, line, task) => {
    expect(await taskOf(line, language)).toBe(task);
  });

  it('each chip has one to six in every language', () => {
    for (const [language, texts] of Object.entries(locales))
      for (const keywords of Object.values(chipKeywords)) {
        const listed = (texts[keywords] ?? keywords).replace(/^[^:：]*[:：]/u, '').split(/[,،、，]/u);
        expect([language, listed.length >= 1 && listed.length <= 6]).toEqual([language, true]);
      }
  });

  it('a line of one emoji, in Klingon or of 100,000 characters is no chip', async () => {
    expect(await taskOf('🐳', 'en')).toBeUndefined();
    expect(await taskOf('nuqneH HIq', 'en')).toBeUndefined();
    expect(await taskOf('whale '.repeat(17_000), 'en')).toBeUndefined();
  });
});
