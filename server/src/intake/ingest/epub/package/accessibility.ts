import type { BookAccessibility } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { ParentNode } from 'domhandler';
import { cleanLine, cleanParagraphs } from '../../plainText.ts';
import { attribute, textOf } from '../xml/xml.ts';
import { metadataElements } from './packageDocument.ts';

/** Maximum number of values per property; more would not be useful. */
const maxValues = 60;

/**
 * Accessibility metadata of a package: properties of schema.org, the a11y vocabulary and Dublin Core, in the notation
 * of EPUB 3 (`property`, or `link` with `rel`) and EPUB 2 (`name` and `content`).
 * @returns null when there is none
 */
export function readAccessibility(metadata: ParentNode): BookAccessibility | null {
  const all = metadataElements(metadata, 'meta');
  const metas = all.filter((meta) => attribute(meta, 'refines') === undefined);
  const links = metadataElements(metadata, 'link');
  const valuesOf = (name: string, among = metas): string[] => {
    const values = [
      ...among.flatMap((meta) => {
        if (meta.attribs.property === name) return textOf(meta);
        return meta.attribs.name === name ? (attribute(meta, 'content') ?? '') : [];
      }),
      ...links.flatMap((link) => (link.attribs.rel === name ? (attribute(link, 'href') ?? '') : [])),
    ];
    const clean = values.map((value) => cleanLine(value, 300)).filter((value) => value !== '');
    return [...new Set(clean)].slice(0, maxValues);
  };
  const summary = metas.find((meta) =>
    [meta.attribs.property, meta.attribs.name].includes('schema:accessibilitySummary'),
  );
  const declared: BookAccessibility = {
    modes: valuesOf('schema:accessMode'),
    sufficient: valuesOf('schema:accessModeSufficient').map((value) => value.replace(/\s+/g, '')),
    features: valuesOf('schema:accessibilityFeature'),
    hazards: valuesOf('schema:accessibilityHazard'),
    summary: summary
      ? cleanParagraphs(textOf(summary) || (attribute(summary, 'content') ?? ''), 4_000) || null
      : null,
    conforms_to: [
      ...valuesOf('dcterms:conformsTo'),
      ...metadataElements(metadata, 'conformsTo').map((element) => cleanLine(textOf(element), 300)),
    ].filter((value) => /accessib|wcag|epub-a11y/i.test(value)),
    certified_by: valuesOf('a11y:certifiedBy')[0] ?? null,
    // These refine the certifier, but are also written on their own.
    ...optional('certifier_credential', valuesOf('a11y:certifierCredential', all)[0]),
    ...optional('certifier_report', valuesOf('a11y:certifierReport', all).find(isAddress)),
    exempt: valuesOf('a11y:exemption').length > 0,
  };
  const says = Object.values(declared).some((value) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  );
  return says ? declared : null;
}

const isAddress = (value: string) => /^https?:\/\/[^\s/]/i.test(value);

const optional = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;
