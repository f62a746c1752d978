import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  dynamicTool,
  extractReasoningMiddleware,
  isStepCount,
  jsonSchema,
  streamText,
  wrapLanguageModel,
} from 'ai';
import type { ModelSettings } from '../../../run/config/serviceSettings.ts';
import { type MentorModel, ModelFailure, type ModelFailureKind, type ToolBox } from './mentorModel.ts';

/** Longest answer, in tokens: some three pages. */
const longestAnswer = 1_500;
/** For an endpoint that sends more: characters of an answer, and bytes of a response with the model's reasoning. */
const most = { characters: 20_000, bytes: 32 * 1024 ** 2 };
/** Tags around the reasoning of models. */
const reasoningTags = ['think', 'thinking', 'reasoning', 'reflection'];
/** Characters of an endpoint's message in the log. */
const loggedCharacters = 300;

/** A model behind an OpenAI-compatible endpoint, by the AI SDK. Nothing is requested before the first question. */
export function openAiCompatible(settings: ModelSettings): MentorModel {
  const provider = createOpenAICompatible({
    name: 'mentor',
    baseURL: settings.baseUrl,
    // No redirects: passages are sent to the operator's endpoint only.
    fetch: async (input, init) => limited(await fetch(input, { ...init, redirect: 'error' })),
    ...(settings.apiKey === null ? {} : { apiKey: settings.apiKey }),
  });
  return {
    name: settings.model,
    place: new URL(settings.baseUrl).hostname,
    async *answer(messages, signal, toolBox) {
      const [system, ...others] = messages;
      let hasStarted = false;
      // The timeout starts with the request: an endpoint may also be silent before its headers.
      const silence = new AbortController();
      const ended = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), settings.timeout);
      };
      heard();
      const { stream } = streamText({
        model: wrapLanguageModel({
          model: provider.chatModel(settings.model),
          middleware: reasoningTags.map((tagName) => extractReasoningMiddleware({ tagName })),
        }),
        instructions: system?.text ?? '',
        messages: others.map(({ role, text }) =>
          role === 'assistant' ? { role, content: text } : { role: 'user', content: text },
        ),
        ...(toolBox
          ? toolsOf(toolBox, settings.apiKey, { onCall: () => clearTimeout(timer), onResult: heard })
          : {}),
        maxOutputTokens: longestAnswer,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, silence.signal, ended.signal]),
        // Errors are parts of the stream; without a handler they would also be printed.
        onError: () => undefined,
      });
      let finish: string | null = null;
      let left = most.characters;
      const keyRemover = new KeyRemover(settings.apiKey);
      try {
        for await (const part of stream) {
          heard();
          if (part.type === 'text-delta') {
            hasStarted ||= part.text.trim() !== '';
            yield keyRemover.add(part.text.slice(0, left));
            left -= part.text.length;
            if (left < 0) {
              finish = 'length';
              break;
            }
          } else if (part.type === 'error') {
            throw part.error;
          } else if (part.type === 'finish') {
            finish = part.finishReason;
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!silence.signal.aborted)
          throw failureOf(error, { hasStarted, hasTools: toolBox !== undefined }, settings.apiKey);
      } finally {
        clearTimeout(timer);
        ended.abort();
      }
      if (signal.aborted) return;
      yield keyRemover.end();
      if (silence.signal.aborted) throw new ModelFailure(hasStarted ? 'cut' : 'timeout');
      const kind = kindOfEnd(finish, hasStarted);
      if (kind !== null) throw new ModelFailure(kind);
    },
  };
}

/** The tools in the form of the AI SDK; in the last round there are none, so that the model answers. */
function toolsOf(
  toolBox: ToolBox,
  apiKey: string | null,
  { onCall, onResult }: { onCall: () => void; onResult: () => void },
) {
  // The arguments are shown to the reader, and an endpoint may repeat its key in them.
  const withoutKey = (args: unknown): unknown =>
    JSON.parse(JSON.stringify(args ?? {}).replaceAll(JSON.stringify(apiKey || '\0').slice(1, -1), '[key]'));
  return {
    tools: Object.fromEntries(
      toolBox.tools.map(({ name, description, parameters }) => [
        name,
        dynamicTool({
          description,
          inputSchema: jsonSchema(parameters),
          async execute(args) {
            // The time of our own look-ups is no silence of the endpoint.
            onCall();
            try {
              return await toolBox.call(name, withoutKey(args));
            } finally {
              onResult();
            }
          },
        }),
      ]),
    ),
    stopWhen: isStepCount(toolBox.mostRounds + 1),
    prepareStep: ({ stepNumber }: { stepNumber: number }) =>
      stepNumber < toolBox.mostRounds ? {} : { toolChoice: 'none' as const },
  };
}

/** A response that fails when its body is too long. */
function limited(response: Response): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length;
      if (bytes > most.bytes) throw new Error('The response is too long.');
      controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** The failure by the finish reason; null for a complete answer. */
function kindOfEnd(finish: string | null, begun: boolean): ModelFailureKind | null {
  if (finish === 'content-filter') return 'filtered';
  if (finish === 'length') return begun ? 'length' : 'empty';
  if (finish === 'stop' || finish === 'tool-calls') return begun ? null : 'empty';
  // A connection that ends early gives no finish reason.
  return begun ? 'cut' : 'failed';
}

const kindsOfStatus: Readonly<Record<number, ModelFailureKind>> = {
  401: 'refused',
  403: 'refused',
  404: 'unknown_model',
  413: 'too_long',
  429: 'busy',
};

/** The failure by the error, with nothing of what was sent. */
export function failureOf(
  error: unknown,
  { hasStarted, hasTools }: { hasStarted: boolean; hasTools: boolean },
  apiKey: string | null,
): ModelFailure {
  const errorText = errorTextOf(error, apiKey);
  if (hasStarted) return new ModelFailure('cut', errorText);
  if (!APICallError.isInstance(error)) return new ModelFailure('failed', errorText);
  const { statusCode: status, responseBody = '' } = error;
  if (status === undefined) return new ModelFailure('unreachable', errorText);
  const isTooLong = status === 400 && /context|too long|maximum.*(token|length)/i.test(responseBody);
  if (isTooLong) return new ModelFailure('too_long', errorText);
  const refusesTools = hasTools && [400, 422, 501].includes(status);
  return new ModelFailure(kindsOfStatus[status] ?? (refusesTools ? 'no_tools' : 'failed'), errorText);
}

/** The error for the log, without the key, which an endpoint may repeat, and without what was sent. */
function errorTextOf(error: unknown, apiKey: string | null): string {
  const status = APICallError.isInstance(error) && error.statusCode ? `${error.statusCode} ` : '';
  const message = error instanceof Error ? error.message : String(error);
  const errorText = `${status}${message}`
    .replaceAll(apiKey || '\0', '[key]')
    .replace(/\bsk-[\w-]+/g, '[key]');
  return errorText.slice(0, loggedCharacters).toWellFormed();
}

/** Removes the key of an endpoint, which it may repeat, from a text that arrives in pieces. */
class KeyRemover {
  readonly #key: string;
  /** The start of a key, held back until the next piece. */
  #waiting = '';

  constructor(key: string | null) {
    this.#key = key ?? '';
  }

  /** @returns text that can be shown now */
  add(piece: string): string {
    if (this.#key === '') return piece;
    const text = (this.#waiting + piece).replaceAll(this.#key, '[key]');
    let held = Math.min(text.length, this.#key.length - 1);
    while (!this.#key.startsWith(text.slice(text.length - held))) held -= 1;
    this.#waiting = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  /** @returns the rest */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    return rest;
  }
}
