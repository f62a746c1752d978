/**
 * A loader for the style sheet of pdf.js's viewer, of which the reader uses the rules for the text of a page and for
 * XFA forms: the others are for editors, dialogs and pages, which it has none of or styles itself.
 * @param {string} source Throws if a version of pdf.js has no such rules.
 */
export default function pdfViewerRules(source) {
  const rules = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/(?<=^\})/m)
    .filter((rule) => /^\s*(?:\.xfa|:is\(\.xfa|\.textLayer \{)/.test(rule));
  for (const name of ['.textLayer', '.xfa'])
    if (!rules.some((rule) => rule.trim().startsWith(name)))
      throw new Error(`pdf.js has no rules for ${name}: adapt tools/rspack/pdfViewerRules.mjs.`);
  return rules.join('');
}
