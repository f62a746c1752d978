import { StartError } from '../common/errors.ts';

/** The mentor's model: an endpoint compatible with OpenAI's chat completions. */
export interface ModelSettings {
  /** Includes the version, such as http://127.0.0.1:11434/v1. */
  baseUrl: string;
  model: string;
  /** Sent to that endpoint only. */
  apiKey: string | null;
  /** Milliseconds until the first token, and between tokens. */
  timeout: number;
}

/**
 * Reads MENTOR_BASE_URL, MENTOR_MODEL, MENTOR_API_KEY and MENTOR_TIMEOUT_SECONDS; null without a model. Throws an
 * Error for the operator, without the given values, which may include a key.
 */
export function modelSettings(env: Readonly<Record<string, string | undefined>>): ModelSettings | null {
  const { MENTOR_BASE_URL: baseUrl, MENTOR_MODEL: model, MENTOR_API_KEY: apiKey } = env;
  if (!baseUrl && !model) return null;
  if (!baseUrl || !model) {
    throw new StartError('Set both MENTOR_BASE_URL and MENTOR_MODEL, or neither.');
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
