/**
 * A loader for the style sheet of pdf.js's viewer, of which the reader uses the rules for XFA forms: the others are for
 * editors, dialogs and pages, which it has none of or styles itself.
 * @param {string} source Throws if a version of pdf.js has no such rules.
 */
export default function xfaRules(source) {
  const rules = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/(?<=^\})/m)
    .filter((rule) => /^\s*(?:\.xfa|:is\(\.xfa)/.test(rule));
  if (rules.length === 0) throw new Error('pdf.js has no rules for XFA: adapt tools/rspack/xfaRules.mjs.');
  return rules.join('');
}
