import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import type { ModelSettings } from '../../config/modelSettings.ts';
import { type MentorModel, ModelFailure } from './mentorModel.ts';

/** Longest answer, in tokens: some three pages. */
const longestAnswer = 1_500;

/** A model behind an OpenAI-compatible endpoint, by the AI SDK. Nothing is asked of it before the first question. */
export function openAiCompatible(settings: ModelSettings): MentorModel {
  const provider = createOpenAICompatible({
    name: 'mentor',
    baseURL: settings.baseUrl,
    // Passages go to the endpoint that the operator has set up, and to no other that it names.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
    ...(settings.apiKey === null ? {} : { apiKey: settings.apiKey }),
  });
  return {
    name: settings.model,
    place: new URL(settings.baseUrl).hostname,
    async *answer(messages, signal) {
      const [system, ...others] = messages;
      let begun = false;
      // From the question on: an endpoint may also be silent before its first header.
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), settings.timeout);
      const { stream } = streamText({
        model: provider.chatModel(settings.model),
        instructions: system?.text ?? '',
        messages: others.map(({ role, text }) =>
          role === 'assistant' ? { role, content: text } : { role: 'user', content: text },
        ),
        maxOutputTokens: longestAnswer,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, silence.signal]),
        // Failures come as parts of the stream; without this they would be printed, too.
        onError: () => undefined,
      });
      let finished = false;
      try {
        for await (const part of stream) {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), settings.timeout);
          if (part.type === 'text-delta') {
            begun ||= part.text !== '';
            yield part.text;
          } else if (part.type === 'error') {
            throw part.error;
          } else if (part.type === 'abort') {
            if (signal.aborted) return;
            throw new ModelFailure(begun ? 'cut' : 'timeout');
          } else if (part.type === 'finish') {
            // An endpoint that hangs up in the middle gives no reason why it finished.
            finished = ['stop', 'length', 'content-filter'].includes(part.finishReason);
          }
        }
      } catch (error) {
        if (signal.aborted) return;
        throw silence.signal.aborted ? new ModelFailure(begun ? 'cut' : 'timeout') : asFailure(error, begun);
      } finally {
        clearTimeout(timer);
      }
      if (silence.signal.aborted) throw new ModelFailure(begun ? 'cut' : 'timeout');
      if (!finished && !signal.aborted) throw new ModelFailure(begun ? 'cut' : 'unreachable');
    },
  };
}

function asFailure(error: unknown, begun: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (begun) return new ModelFailure('cut', error);
  return new ModelFailure('unreachable', error);
}
