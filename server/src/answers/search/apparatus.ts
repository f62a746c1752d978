import type { Db } from '../../store/db.ts';
import type { FullTextHit } from '../../store/fullText.ts';
import { foldedWords } from '../../store/textTokens.ts';

/** Titles of the parts of a book that are not its text, in seven languages. A hyphen at the end is any ending. */
const editionParts = namesOf(
  'title page, titlepage, half title, halftitle, half title page, imprint, copyright, copyright page, copyright notice,',
  'uncopyright, colophon, kolophon, contents, table of contents, list of illustrations, list of figures, list of tables,',
  'illustrations, index, dedication, also by, about the author, about this book, about this ebook, acknowledgments,',
  'acknowledgements, bibliography, references, transcriber s notes, transcriber s note,',
  'full project gutenberg license, cover,',
  'inhalt, inhaltsverzeichnis, impressum, titelseite, widmung, register, literaturverzeichnis, danksagung, über den autor,',
  'table des matières, sommaire, mentions légales, page de titre, remerciements, bibliographie, dédicace,',
  'índice, contenido, portada, página legal, dedicatoria, agradecimientos, bibliografía, sumário, créditos, ficha técnica,',
  '目次, 奥付, 表紙, 索引, 参考文献, 目录, 版权页, 封面, 参考书目, 致谢, الفهرس, المحتويات, حقوق النشر, المراجع',
);

/** Titles of the parts before the text. */
const frontMatter = namesOf(
  'preface-, foreword-, introduction, prefatory note, author s preface, author s note, author s introduction,',
  'editor s preface, editor s note, editor s introduction, translator s preface, translator s note,',
  'translator s introduction, publisher s note, epigraph, etymology, extracts, dramatis personae, characters,',
  'list of characters, vorwort-, geleitwort, einleitung, personen, personenverzeichnis, préface-, avant propos,',
  'personnages, prefacio-, introducción, personajes, prefácio-, introdução, personagens,',
  'まえがき, はじめに, 序文, 登場人物, 前言, 序言, 序, 人物表, مقدمة, تمهيد, الشخصيات',
);

interface Names {
  whole: ReadonlySet<string>;
  beginnings: readonly string[];
}

function namesOf(...lines: string[]): Names {
  const all = lines.join(' ').split(',');
  const isOpen = (name: string) => name.trimEnd().endsWith('-');
  const folded = (names: string[]) => names.map((name) => foldedWords(name).join(' ')).filter(Boolean);
  return {
    whole: new Set(folded(all.filter((name) => !isOpen(name)))),
    beginnings: folded(all.filter(isOpen)),
  };
}

function isNamed(chapter: string | null, { whole, beginnings }: Names): boolean {
  if (chapter === null) return false;
  const name = foldedWords(chapter).join(' ').replace(/^the /, '');
  return whole.has(name) || beginnings.some((beginning) => `${name} `.startsWith(`${beginning} `));
}

/** Whether a chapter is a title page, a table of contents, an imprint, an index or the like. */
export const isEditionPart = (chapter: string | null): boolean => isNamed(chapter, editionParts);

/** Whether a chapter is a preface, a list of characters or the like. */
export const isFrontMatter = (chapter: string | null): boolean => isNamed(chapter, frontMatter);

/** Whether a passage belongs to a title page, an index or the like, or is only the heading of a chapter or a number. */
export function isApparatus({ chapter, text }: Pick<FullTextHit, 'chapter' | 'text'>): boolean {
  return isEditionPart(chapter) || isHeading(text, chapter ?? '');
}

function isHeading(text: string, chapter: string): boolean {
  if (!/\p{L}/u.test(text)) return true;
  if (text.length > chapter.length) return false;
  return ` ${foldedWords(chapter).join(' ')} `.includes(` ${foldedWords(text).join(' ')} `);
}

/** Passages in which a title page may be, and the most characters that it has. */
const [firstPassages, longestTitlePage] = [60, 300];

/** Whether a passage at the beginning of a book is its title, alone or with its author. */
function isTitlePage(
  { seq, text }: Pick<FullTextHit, 'seq' | 'text'>,
  { title, author }: { title: string; author: string },
): boolean {
  if (seq >= firstPassages || text.length > longestTitlePage) return false;
  const words = foldedWords(text);
  const [ofTitle, ofAuthor] = [foldedWords(title.split(/[:;(]/)[0] ?? ''), foldedWords(author)];
  const isTitle = ` ${words.join(' ')} `.includes(` ${ofTitle.join(' ')} `);
  const hasAuthor = ofAuthor.length > 0 && ofAuthor.every((word) => words.includes(word));
  return isTitle && (hasAuthor || words.length <= foldedWords(title).length);
}

/** The passages without title pages, half-title pages too, which may be in a chapter of any name. */
export async function withoutTitlePages<T extends Pick<FullTextHit, 'bookId' | 'seq' | 'text' | 'chapter'>>(
  db: Db,
  hits: readonly T[],
): Promise<T[]> {
  const early = hits.filter(({ seq, text }) => seq < firstPassages && text.length <= longestTitlePage);
  if (early.length === 0) return [...hits];
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'author'])
    .where('id', 'in', [...new Set(early.map(({ bookId }) => bookId))])
    .execute();
  return hits.filter((hit) => !books.some((book) => book.id === hit.bookId && isTitlePage(hit, book)));
}
