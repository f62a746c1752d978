import { extensionOf } from '../../epub/container/paths.ts';

const pictures = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif']);

/** Kinds of pictures that are not shown. */
const otherPictures = new Set(['bmp', 'tif', 'tiff', 'jxl', 'jp2', 'heic', 'heif']);

const isHidden = (name: string) => /(^|\/)(\.|__MACOSX\/)/.test(name);

/** Whether a file in a comic is a page that cannot be shown, by its name. */
export const isOtherPictureName = (name: string) => otherPictures.has(extensionOf(name)) && !isHidden(name);

/** Whether a file in a comic is a page, by its name; not a hidden one that an operating system has added. */
export const isPictureName = (name: string) => pictures.has(extensionOf(name)) && !isHidden(name);
