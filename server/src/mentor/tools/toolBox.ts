import type { Citation, SentToModel } from '@lectern/shared-contracts/api/search.ts';
import { Ajv } from 'ajv';
import { type Found, type MentorContext, numbered } from '../answer.ts';
import type { ToolBox } from '../model/mentorModel.ts';
import { sourcesOf } from '../model/prompt.ts';
import { highlightsAndNotes, readingStatistics } from './reader.ts';
import { bookFacts, dictionary, library } from './shelves.ts';
import { readChapter, search } from './text.ts';
import type { MentorTool } from './tool.ts';

const tools: readonly MentorTool[] = [
  search,
  readChapter,
  highlightsAndNotes,
  readingStatistics,
  library,
  bookFacts,
  dictionary,
];
/** Calls for one question, characters of all their results (some 8,000 tokens), and seconds for the whole answer. */
export const toolLimits = { calls: 6, characters: 32_000, seconds: 120 } as const;

const ajv = new Ajv({ coerceTypes: 'array', allErrors: false });
const validators = new Map(tools.map(({ name, parameters }) => [name, ajv.compile(parameters)]));

/** The calls of one question, with what they found. */
export interface CountedToolBox extends ToolBox {
  /** Each call and its result, as it is shown to the reader. */
  readonly log: SentToModel;
  /** Sources that calls have found, numbered after the first ones. */
  readonly citations: readonly Citation[];
  /** A result had facts, such as statistics, which have no passage to cite. */
  readonly hasFacts: boolean;
  /** No more calls are possible. */
  readonly isSpent: boolean;
  /** A call was refused because of a limit. */
  readonly wasRefused: boolean;
}

/**
 * @param known sources that the model has already
 * @param on called with new sources, and with the error of a tool that failed
 */
export function createToolBox(
  context: MentorContext,
  known: readonly Citation[],
  on: { found(citations: readonly Citation[]): void; failure(error: unknown): void },
): CountedToolBox {
  const log: SentToModel = [];
  const citations: Citation[] = [];
  const box = { calls: 0, characters: 0, hasFacts: false, wasRefused: false };
  const isSpent = () => box.calls >= toolLimits.calls || box.characters >= toolLimits.characters;

  /** Sources that are known keep their numbers. */
  function numberedAgain(found: readonly Found[]): Citation[] {
    return found.map((one) => {
      const all = [...known, ...citations];
      const same = all.find(
        ({ book_id, kind, text }) => book_id === one.book_id && kind === one.kind && text === one.text,
      );
      if (same) return same;
      const [citation] = numbered([one], all.length + 1);
      if (!citation) throw new Error('unreachable');
      citations.push(citation);
      return citation;
    });
  }

  async function answer(name: string, args: unknown): Promise<object> {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return { error: `There is no tool ${name}.` };
    if (isSpent()) {
      box.wasRefused = true;
      return { error: 'No more calls: answer from what you have.' };
    }
    box.calls += 1;
    const checked = structuredClone(args ?? {});
    const isValid = validators.get(name);
    if (!isValid?.(checked))
      return { error: `The arguments are not valid: ${ajv.errorsText(isValid?.errors)}.` };
    const result = await tool.run(context, checked as Record<string, unknown>);
    const all = result.found ?? [];
    const read = numberedAgain(all.filter(({ ahead }) => !ahead));
    on.found(read);
    box.hasFacts ||= result.facts !== undefined;
    return {
      ...(result.error === undefined ? {} : { error: result.error }),
      ...(result.facts === undefined ? {} : { facts: result.facts }),
      ...(result.found === undefined ? {} : { sources: sourcesOf(read) }),
      ...(all.length > read.length ? { after_the_readers_place: all.length - read.length } : {}),
    };
  }

  return {
    tools,
    mostRounds: toolLimits.calls,
    log,
    citations,
    get hasFacts() {
      return box.hasFacts;
    },
    get isSpent() {
      return isSpent();
    },
    get wasRefused() {
      return box.wasRefused;
    },
    async call(name, args) {
      const answered = await answer(name, args).catch((error: unknown) => {
        on.failure(error);
        return { error: 'The tool failed.' };
      });
      const result = JSON.stringify(answered);
      const left = Math.max(0, toolLimits.characters - box.characters);
      const shown = result.length > left ? `${result.slice(0, left).toWellFormed()} … (cut)` : result;
      box.characters += shown.length;
      log.push(
        { role: 'call', text: `${name} ${JSON.stringify(args ?? {})}` },
        { role: 'result', text: shown },
      );
      return shown;
    },
  };
}
