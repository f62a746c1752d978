import { StartError } from '../common/errors.ts';

/** Where the mentor's model answers: any endpoint that speaks the protocol of OpenAI's chat completions. */
export interface ModelSettings {
  /** With its version: http://127.0.0.1:11434/v1 */
  baseUrl: string;
  model: string;
  /** Sent to that endpoint and nowhere else. */
  apiKey: string | null;
  /** Milliseconds until the first word, and between two words. */
  timeout: number;
}

/**
 * MENTOR_BASE_URL, MENTOR_MODEL, MENTOR_API_KEY, MENTOR_TIMEOUT_SECONDS; null when there is no model. Throws an Error
 * with a sentence for the operator, without what was given: there may be a key in it.
 */
export function modelSettings(env: Readonly<Record<string, string | undefined>>): ModelSettings | null {
  const { MENTOR_BASE_URL: baseUrl, MENTOR_MODEL: model, MENTOR_API_KEY: apiKey } = env;
  if (!baseUrl && !model) return null;
  if (!baseUrl || !model) {
    throw new StartError('MENTOR_BASE_URL and MENTOR_MODEL are set together, or not at all.');
  }
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new StartError('MENTOR_BASE_URL must be an address such as http://127.0.0.1:11434/v1.');
  }
  const seconds = Number(env.MENTOR_TIMEOUT_SECONDS || 60);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) {
    throw new StartError('MENTOR_TIMEOUT_SECONDS must be a whole number from 1 to 600.');
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), model, apiKey: apiKey || null, timeout: seconds * 1000 };
}
