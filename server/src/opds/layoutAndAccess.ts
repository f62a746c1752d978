import type { BookAccessibility } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Selectable } from 'kysely';
import type { BooksTable } from '../store/schema.ts';

/** Layout and accessibility of a book, as metadata of a web publication and of OPDS 2.0. */
export function layoutAndAccess({
  format,
  layout,
  accessibility,
}: Pick<Selectable<BooksTable>, 'format' | 'layout' | 'accessibility'>): object {
  return {
    layout: format === 'pdf' || layout === 'fixed' ? 'fixed' : 'reflowable',
    ...(accessibility === null ? {} : { accessibility: accessOf(JSON.parse(accessibility)) }),
  };
}

function accessOf(access: BookAccessibility): object {
  const certification = {
    certifiedBy: access.certified_by,
    credential: access.certifier_credential,
    report: access.certifier_report,
  };
  const given = {
    // Only URLs are allowed here; files often have a text.
    conformsTo: access.conforms_to.filter((standard) => /^https?:/.test(standard)),
    certification: Object.fromEntries(Object.entries(certification).filter(([, value]) => value)),
    summary: access.summary,
    accessMode: access.modes,
    accessModeSufficient: access.sufficient.map((modes) => modes.split(',')),
    feature: access.features,
    hazard: access.hazards,
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && Object.keys(value).length > 0),
  );
}
