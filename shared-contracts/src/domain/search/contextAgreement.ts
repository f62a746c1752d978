/** How many letters directly before and after a range of a text agree with the context of a quote. */
export function contextAgreement(
  text: string,
  { start, end }: { start: number; end: number },
  prefix: string,
  suffix: string,
): number {
  let before = 0;
  while (before < Math.min(start, prefix.length) && text[start - 1 - before] === prefix.at(-1 - before))
    before++;
  let after = 0;
  while (after < Math.min(text.length - end, suffix.length) && text[end + after] === suffix[after]) after++;
  return before + after;
}
