import { type ConflictRule, conflictRules } from './conflictRules.ts';

/** Formats conflictRules as the Markdown table of docs/sync.md. */
export function conflictTable(rules: readonly ConflictRule[] = conflictRules): string {
  const rows = rules.map(({ kind, fields, editEdit, editDelete, deleteEdit, addAdd }) => [
    kind,
    fields.join(', '),
    editEdit,
    editDelete,
    deleteEdit,
    addAdd,
  ]);
  const head = [
    'kind',
    'fields',
    'changed on both',
    'changed here, deleted there',
    'deleted here, changed there',
    'made on both',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
