import { rank } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { SearchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { markSegments } from '../marks/markSegments.ts';
import type { Command, Found } from '../results/found.ts';

const most = 3;

/** Commands that have every word that was typed, so that a search for a book is not buried under them. */
export function commandsFound(commands: readonly Command[], query: SearchQuery): Found[] {
  const all = rank(commands, ({ name, words }) => ({ title: name, text: words }), query, commands.length);
  return all
    .map(({ item }) => item)
    .filter((item) =>
      query.words.every((word) => rank([item], asText, { phrase: word, words: [word] }, 1).length > 0),
    )
    .slice(0, most)
    .map((command) => ({
      group: 'commands' as const,
      key: `command-${command.id}`,
      command,
      shown: () => ({ title: markSegments(command.name, query), detail: [] }),
    }));
}

const asText = ({ name, words }: Command) => ({ title: name, text: words });
