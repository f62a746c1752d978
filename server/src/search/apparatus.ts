import type { FullTextHit } from '../store/fullText.ts';
import { foldedWords } from '../store/textTokens.ts';

/** Titles of the parts of a book that are not its text, folded, in seven languages. */
const names = new Set(
  [
    'title page, titlepage, half title, halftitle, imprint, copyright, copyright page, uncopyright, colophon, contents,',
    'table of contents, list of illustrations, list of figures, list of tables, illustrations, index, dedication, also by,',
    'about the author, about this book, about this ebook, acknowledgments, acknowledgements, bibliography, references,',
    'transcriber s notes, transcriber s note, the full project gutenberg license, cover,',
    'inhalt, inhaltsverzeichnis, impressum, titelseite, widmung, register, literaturverzeichnis, danksagung, über den autor,',
    'table des matières, sommaire, mentions légales, page de titre, remerciements, bibliographie, dédicace, index,',
    'índice, contenido, portada, página legal, dedicatoria, agradecimientos, bibliografía, sumário, créditos, ficha técnica,',
    '目次, 奥付, 表紙, 索引, 参考文献, 目录, 版权页, 封面, 参考书目, 致谢, الفهرس, المحتويات, حقوق النشر, المراجع',
  ]
    .join(' ')
    .split(',')
    .map((name) => foldedWords(name).join(' '))
    .filter((name) => name !== ''),
);

/** Three rows of dots, or three page numbers after titles: a table of contents or an index. */
const rowsOfContents = /(?:(?:\.\s?){4,}\s*\d+[\s\S]*){3}|(?:[^\d\n]{3,60},\s\d+(?:[,–-]\s?\d+)*\s*\n){4}/;

/** Whether a passage belongs to a title page, a table of contents, an imprint, an index or the like. */
export function isApparatus({ chapter, text }: Pick<FullTextHit, 'chapter' | 'text'>): boolean {
  return (chapter !== null && names.has(foldedWords(chapter).join(' '))) || rowsOfContents.test(text);
}
