import type { HostCommand } from '@lectern/shared-contracts/contract/host.ts';
import { rank } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { SearchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { markSegments } from '../marks/markSegments.ts';
import type { SearchResult } from '../results/searchResult.ts';

const most = 3;

/** Commands that match every word of the query, so that they do not crowd out books. */
export function commandResults(commands: readonly HostCommand[], query: SearchQuery): SearchResult[] {
  const all = rank(commands, asText, query, commands.length);
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
      shown: () => ({ title: markSegments(command.title, query), detail: [] }),
    }));
}

const asText = ({ title, keywords }: HostCommand) => ({ title, text: keywords });
