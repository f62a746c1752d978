/** What pdf.js says of a font. */
export interface FontFacts {
  name?: string;
  bold?: boolean;
  black?: boolean;
  italic?: boolean;
}

/** Names of bold fonts; those of TeX are CMBX, SFBX and the "Medi" of Nimbus. */
const boldName = /bold|black|heavy|(?:^|[-,])bd|(?:cm|sf)bx|-medi(?:ital)?$/iu;
/** Names of italic fonts; those of TeX are CMTI, SFTI, CMMI (letters of formulas) and the "ReguItal" of Nimbus. */
const italicName = /italic|oblique|(?:cm|sf)ti|cmmi|-(?:regu|medi)ital$/iu;

/** How the letters of a font look, by its properties or, where these are not set, by its name. */
export function lookOfFont(font: FontFacts | null): { bold: boolean; italic: boolean } {
  const name = font?.name ?? '';
  return {
    bold: font?.bold === true || font?.black === true || boldName.test(name),
    italic: font?.italic === true || italicName.test(name),
  };
}
