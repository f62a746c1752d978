/** CJK radicals, as fonts of PDFs name characters that look the same. */
const radicals =
  '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧' +
  '⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍' +
  '⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳';
/** The characters that they stand for: EquivalentUnifiedIdeograph of Unicode. */
const ideographs =
  '厂乛乚乙亻冂𠘨刀刂卜㔾小尐兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爬丬牛' +
  '犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艺艻虎衤覀西见角𧢲讠贝𧾷车辶辷' +
  '辸邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟';

/** The character that each CJK radical stands for. Kangxi radicals have theirs by NFKC. */
export const ideographOfRadical: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(radicals, (radical, index) => [radical, Array.from(ideographs)[index] as string]),
);

/** Replaces radicals of both blocks by the characters that they stand for. */
export const unifyRadicals = (text: string): string =>
  text.replace(/[\u2e80-\u2fdf]/g, (radical) => ideographOfRadical[radical] ?? radical.normalize('NFKC'));
