import type { Element, ParentNode } from 'domhandler';
import { attribute, childElements, findElement, findElements, parseXml, textOf } from '../epub/xml/xml.ts';

/** The properties of an XMP packet. */
export class Xmp {
  readonly #descriptions: readonly Element[];
  readonly #language: string;

  /** @param language of the document: of texts in several languages, it is chosen where there is no default */
  constructor(packet: string, language: string) {
    this.#descriptions = findElements(parsed(packet), 'Description');
    this.#language = language.toLowerCase();
  }

  /** A text, in one language. */
  text(name: string): string {
    return this.texts(name)[0] ?? '';
  }

  /** The texts of a list, or one text in one language. */
  texts(name: string): string[] {
    const [property] = this.elements(name);
    const values = property ? this.#valuesOf(property) : [this.#attribute(name)];
    return values.map((value) => value.trim()).filter((value) => value !== '');
  }

  /** The elements of a property that has parts of its own. */
  elements(name: string): Element[] {
    return this.#descriptions.flatMap((description) =>
      childElements(description).filter((child) => child.name === name),
    );
  }

  /** All values of properties with one of these names, with their parts. */
  everyValue(names: readonly string[]): string[] {
    const simple = names.flatMap((name) => [this.#attribute(name), ...this.texts(name)]);
    const parts = names.flatMap((name) => this.elements(name).flatMap((one) => findElements(one, 'value')));
    return [...simple, ...parts.map(textOf)];
  }

  #valuesOf(property: Element): string[] {
    const items = findElements(property, 'li');
    if (items.length === 0) return [textOf(property)];
    const texts = items.map(textOf);
    if (findElement(property, 'Alt') === null) return texts;
    const languages = items.map((item) => attribute(item, 'xml:lang')?.toLowerCase() ?? '');
    const isWanted = (language: string) => languageOnly(language) === languageOnly(this.#language);
    const chosen = [languages.indexOf('x-default'), languages.indexOf(this.#language)]
      .concat(languages.findIndex(isWanted))
      .find((index) => index >= 0 && texts[index]?.trim() !== '');
    return [texts[chosen ?? 0] as string];
  }

  #attribute(name: string): string {
    return this.#descriptions.find(({ attribs }) => attribs[name])?.attribs[name] ?? '';
  }
}

const languageOnly = (tag: string) => tag.split('-')[0];

/** A packet that is no XML, or is unsafe to parse, has no properties. */
function parsed(packet: string): ParentNode {
  try {
    return parseXml(Buffer.from(packet));
  } catch {
    return parseXml(Buffer.from(''));
  }
}
