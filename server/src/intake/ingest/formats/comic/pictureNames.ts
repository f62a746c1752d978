import { extensionOf } from '../../epub/container/paths.ts';

const pictures = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif']);

/** Whether a file in a comic is a page, by its name; not a hidden one that an operating system has added. */
export const isPictureName = (name: string) =>
  pictures.has(extensionOf(name)) && !/(^|\/)(\.|__MACOSX\/)/.test(name);
