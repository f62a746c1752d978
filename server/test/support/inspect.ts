import { Parser } from 'htmlparser2';

export interface Inspected {
  elements: Set<string>;
  /** As `element name="value"`. */
  attributes: string[];
  wellFormed: boolean;
  text: string;
}

/** The content of a page by an independent parser. */
export function inspect(markup: string): Inspected {
  const result: Inspected = { elements: new Set(), attributes: [], wellFormed: true, text: '' };
  let selfClosing = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        selfClosing = markup[parser.endIndex - 1] === '/';
        result.elements.add(name);
        for (const [key, value] of Object.entries(attributes))
          result.attributes.push(`${name} ${key}="${value}"`);
      },
      onclosetag(_name, implied) {
        if (implied && !selfClosing) result.wellFormed = false;
        selfClosing = false;
      },
      ontext(data) {
        selfClosing = false;
        result.text += data;
      },
    },
    { xmlMode: true },
  );
  parser.end(markup);
  return result;
}

const powers =
  /^(script|iframe|frame|object|embed|applet|base|form|input|button|textarea|select|handler|listener)$/i;

/** Everything in a page that could run code, send requests or prompt the user; empty for a harmless one. */
export function dangers(markup: string): string[] {
  const { elements, attributes } = inspect(markup);
  return [
    ...[...elements].filter((name) => powers.test(name.replace(/^.*:/, ''))),
    ...attributes.filter((attribute) => {
      const [, element = '', name = '', value = ''] = /^(\S+) ([^=]+)="([\s\S]*)"$/.exec(attribute) ?? [];
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them, so must this
      const address = value.replace(/[\u0000-\u0020]/g, '').toLowerCase();
      if (/^on|^(srcdoc|formaction|action|ping|http-equiv)$/i.test(name)) return true;
      if (/(^|:)(href|src|poster|data|background)$/i.test(name)) {
        if (/^(javascript|vbscript|data:(?!image\/))/.test(address)) return true;
        return /^([a-z]+:|\/\/)/.test(address) && !/^data:image/.test(address) && element !== 'a';
      }
      // The target of an animation is as dangerous as the attribute itself.
      if (/^attributename$/i.test(name)) return /(^|:)(href|src)$|^on/.test(address);
      if (name === 'style') return /url\((?!["']?(#|data:|[\w.-][\w./-]*["']?\)))/i.test(value);
      return false;
    }),
  ];
}
