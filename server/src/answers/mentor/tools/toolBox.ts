import type { Citation, SentToModel } from '@lectern/shared-contracts/api/search.ts';
import { Ajv } from 'ajv';
import type { Found, MentorContext } from '../answer.ts';
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

interface ToolEvents {
  found(citations: readonly Citation[]): void;
  failure(error: unknown): void;
}

/** The calls of one question, with what they found. */
export class CountedToolBox implements ToolBox {
  readonly tools = tools;
  readonly mostRounds = toolLimits.calls;
  /** Each call and its result, as it is shown to the reader. */
  readonly log: SentToModel = [];
  /** Sources that calls have found, numbered after the first ones. */
  readonly citations: Citation[] = [];
  /** A result had facts, such as statistics, which have no passage to cite. */
  hasFacts = false;
  /** A call was refused because of a limit. */
  wasRefused = false;
  readonly #context: MentorContext;
  readonly #known: readonly Citation[];
  readonly #on: ToolEvents;
  #calls = 0;
  #characters = 0;

  /**
   * @param known sources that the model has already
   * @param on called with new sources, and with the error of a tool that failed
   */
  constructor(context: MentorContext, known: readonly Citation[], on: ToolEvents) {
    this.#context = context;
    this.#known = known;
    this.#on = on;
  }

  /** No more calls are possible. */
  get isSpent(): boolean {
    return this.#calls >= toolLimits.calls || this.#characters >= toolLimits.characters;
  }

  async call(name: string, args: unknown): Promise<string> {
    const answer = await this.#answer(name, args).catch((error: unknown) => {
      this.#on.failure(error);
      return { error: 'The tool failed.' };
    });
    const result = JSON.stringify(answer);
    const left = Math.max(0, toolLimits.characters - this.#characters);
    const shown = result.length > left ? `${result.slice(0, left).toWellFormed()} … (cut)` : result;
    this.#characters += shown.length;
    this.log.push(
      { role: 'call', text: `${name} ${JSON.stringify(args ?? {})}` },
      { role: 'result', text: shown },
    );
    return shown;
  }

  async #answer(name: string, args: unknown): Promise<object> {
    const tool = tools.find((one) => one.name === name);
    const isValid = validators.get(name);
    if (!tool || !isValid) return { error: `There is no tool ${name}.` };
    if (this.isSpent) {
      this.wasRefused = true;
      return { error: 'No more calls: answer from what you have.' };
    }
    this.#calls += 1;
    const checked = structuredClone(args ?? {});
    if (!isValid(checked))
      return { error: `The arguments are not valid: ${ajv.errorsText(isValid.errors)}.` };
    const { found, facts, error } = await tool.run(this.#context, checked as Record<string, unknown>);
    const read = this.#numbered((found ?? []).filter(({ ahead }) => !ahead));
    const ahead = (found ?? []).length - read.length;
    this.#on.found(read);
    this.hasFacts ||= facts !== undefined;
    // What is undefined is left out of the JSON.
    return {
      error,
      facts,
      sources: found && sourcesOf(read),
      after_the_readers_place: ahead > 0 ? ahead : undefined,
    };
  }

  /** Sources that are known keep their numbers. */
  #numbered(found: readonly Found[]): Citation[] {
    return found.map((one) => {
      const all = [...this.#known, ...this.citations];
      const same = all.find(
        ({ book_id, kind, text }) => book_id === one.book_id && kind === one.kind && text === one.text,
      );
      if (same) return same;
      const citation = { ...one, number: all.length + 1 };
      this.citations.push(citation);
      return citation;
    });
  }
}
