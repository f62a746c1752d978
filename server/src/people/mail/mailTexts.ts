import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../../http/headers/preferredLanguage.ts';

/** Translates an English text and fills in its {{values}}. */
export type SayInMail = (text: string, values?: Readonly<Record<string, string>>) => string;

const folder = new URL('../../locales/', import.meta.url);
const languages = readdirSync(folder).map((file) => file.replace('.json', ''));
const cache = new Map<string, Readonly<Record<string, string>>>();

/** Translates to the language of the request; English when a translation is missing. */
export function mailTexts(request: FastifyRequest): SayInMail {
  const texts = textsIn(languageOf(request, languages));
  return (text, values = {}) =>
    (texts[text] || text).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

function textsIn(language: string): Readonly<Record<string, string>> {
  const cached = cache.get(language);
  if (cached !== undefined) return cached;
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
  cache.set(language, texts);
  return texts;
}
