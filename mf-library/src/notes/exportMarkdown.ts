import type { Entry } from './entries.ts';

/** One section per book, a quotation per passage with its note below. */
export function asMarkdown(entries: readonly Entry[]): string {
  const books = Map.groupBy(entries, ({ bookTitle }) => bookTitle ?? '');
  const chapters = [...books].map(([title, list]) => {
    const author = list[0]?.author;
    const heading = title === '' ? '# Notes' : `# ${oneLine(title)}${author ? ` — ${oneLine(author)}` : ''}`;
    return [heading, ...list.map(entryAsMarkdown)].join('\n\n');
  });
  return `${chapters.join('\n\n')}\n`;
}

function entryAsMarkdown({ title, quote, thought, page, tags, createdAt }: Entry): string {
  const facts = [page === null ? '' : `p. ${page}`, createdAt.slice(0, 10), ...tags.map((tag) => `#${tag}`)];
  return [
    title && `## ${oneLine(title)}`,
    quote
      ?.split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
    thought,
    `*${facts.filter(Boolean).join(' · ')}*`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
