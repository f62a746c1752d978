import { DavError } from '../common/errors.ts';

/** A list of conditions in the If header, all of which must hold (RFC 4918, 10.4). */
export interface ConditionList {
  /** The tagged resource; null for the request's own. */
  resource: string | null;
  conditions: { not: boolean; kind: 'token' | 'tag'; value: string }[];
}

const piece = /\s*(?:<([^<>\s]*)>|(\()|(\))|(Not)\b|\[((?:W\/)?"[^"]*")\])\s*/giy;

/**
 * Parses the If header of WebDAV.
 * @throws DavError 400
 */
export function parseIfHeader(value: string): ConditionList[] {
  const lists: ConditionList[] = [];
  let resource: string | null = null;
  let list: ConditionList | null = null;
  let not = false;
  const add = (kind: 'token' | 'tag', value: string) => {
    list?.conditions.push({ not, kind, value });
    not = false;
  };
  for (let at = 0; at < value.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const match = piece.exec(value);
    if (match === null) throw malformed();
    const [, reference, begin, end, negation, tag] = match;
    if (reference !== undefined && list === null) resource = reference;
    else if (reference !== undefined) add('token', reference);
    else if (begin && list === null) list = { resource, conditions: [] };
    else if (end && list !== null && list.conditions.length > 0 && !not) {
      lists.push(list);
      list = null;
    } else if (negation && list !== null) not = true;
    else if (tag !== undefined && list !== null) add('tag', tag);
    else throw malformed();
  }
  if (list !== null || lists.length === 0) throw malformed();
  return lists;
}

const malformed = () => new DavError(400, 'The header If cannot be read.');

/** Lock tokens submitted in the header, regardless of conditions. */
export const submittedTokens = (lists: readonly ConditionList[]): Set<string> =>
  new Set(
    lists.flatMap(({ conditions }) =>
      conditions.flatMap((condition) => (condition.kind === 'token' ? condition.value : [])),
    ),
  );
