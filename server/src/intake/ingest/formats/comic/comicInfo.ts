import type { ParentNode } from 'domhandler';
import { AppError } from '../../../../run/common/errors.ts';
import type { Archive } from '../../epub/container/archive.ts';
import { attribute, childElements, findElement, parseXml, textOf } from '../../epub/xml/xml.ts';
import { limits } from '../../limits.ts';
import { cleanLine } from '../../plainText.ts';
import type { PublicationMetadata } from '../publication/publication.ts';

interface ComicInfo {
  metadata: PublicationMetadata;
  rightToLeft: boolean;
  /** Zero-based numbers of pictures that show two pages. */
  doublePages: ReadonlySet<number>;
  /** Zero-based number of the picture on the cover. */
  cover: number;
  bookmarks: readonly { image: number; title: string }[];
}

const nothing: ComicInfo = {
  metadata: {},
  rightToLeft: false,
  doublePages: new Set(),
  cover: 0,
  bookmarks: [],
};

/** What ComicInfo.xml says about a comic; a damaged one is ignored. */
export function readComicInfo(archive: Archive): ComicInfo {
  const name = archive.names.find((each) => /(^|\/)ComicInfo\.xml$/i.test(each));
  if (name === undefined) return nothing;
  try {
    return infoIn(parseXml(archive.read(name, limits.packageBytes)));
  } catch (error) {
    if (error instanceof AppError) return nothing;
    throw error;
  }
}

function infoIn(root: ParentNode): ComicInfo {
  const value = (name: string) => {
    const element = findElement(root, name);
    return element ? cleanLine(textOf(element), 10_000) : '';
  };
  const list = (name: string) =>
    value(name)
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
  const series = value('Series');
  const number = value('Number');
  const pages = findElement(root, 'Pages');
  const images = (pages ? childElements(pages, 'Page') : []).map((page) => ({
    image: Number(attribute(page, 'Image') ?? Number.NaN),
    isDouble: attribute(page, 'DoublePage')?.toLowerCase() === 'true',
    isCover: attribute(page, 'Type') === 'FrontCover',
    title: cleanLine(attribute(page, 'Bookmark') ?? '', 300),
  }));
  const writers = list('Writer');
  return {
    metadata: {
      title: value('Title') || [series, number].filter(Boolean).join(' '),
      authors: (writers.length > 0 ? writers : list('Penciller')).map((name) => ({ name })),
      language: value('LanguageISO'),
      description: value('Summary'),
      publisher: value('Publisher'),
      published: dateOf(value('Year'), value('Month'), value('Day')),
      subjects: list('Genre'),
      series,
      seriesIndex: number,
    },
    rightToLeft: value('Manga') === 'YesAndRightToLeft',
    doublePages: new Set(images.filter(({ isDouble }) => isDouble).map(({ image }) => image)),
    cover: images.find(({ isCover }) => isCover)?.image ?? 0,
    bookmarks: images.filter(({ title, image }) => title !== '' && image >= 0),
  };
}

function dateOf(year: string, month: string, day: string): string | undefined {
  if (!/^\d{4}$/.test(year)) return undefined;
  if (!/^\d{1,2}$/.test(month)) return year;
  const months = `${year}-${month.padStart(2, '0')}`;
  return /^\d{1,2}$/.test(day) ? `${months}-${day.padStart(2, '0')}` : months;
}
