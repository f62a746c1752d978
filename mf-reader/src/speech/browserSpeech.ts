import type { Speech } from './readAloud.ts';

export interface VoiceChoice {
  /** Times the usual pace. */
  rate: number;
  /** Address of the voice by language ('en'), as the browser names it. */
  voices: Readonly<Record<string, string>>;
}

/** A voice that has not begun to speak by then never will. */
const speechTimeoutMs = 6_000;

/** The language without its country: 'en' for 'en-GB'. */
export const baseLanguage = (tag: string | null): string => (tag ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '';

/** The voices of this browser for a language, those on this machine first. */
export function voicesFor(language: string | null): SpeechSynthesisVoice[] {
  const base = baseLanguage(language);
  return window.speechSynthesis
    .getVoices()
    .filter(({ lang }) => baseLanguage(lang) === base)
    .sort((a, b) => Number(b.localService) - Number(a.localService));
}

/** Speaks with the voices of the browser. @param choice what the reader has chosen, asked for at each sentence */
export function browserSpeech(choice: () => VoiceChoice, fallbackLanguage: string | null): Speech {
  const { speechSynthesis } = window;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    speak(text, { language, onEnd, onFailure }) {
      const { rate, voices } = choice();
      const spokenIn = language ?? fallbackLanguage;
      const utterance = new SpeechSynthesisUtterance(text);
      if (spokenIn) utterance.lang = spokenIn;
      const wanted = voices[baseLanguage(spokenIn)];
      const voice = voicesFor(spokenIn).find(({ voiceURI }) => voiceURI === wanted);
      if (voice) utterance.voice = voice;
      utterance.rate = rate;
      utterance.onstart = () => clearTimeout(waiting);
      utterance.onend = () => {
        clearTimeout(waiting);
        onEnd();
      };
      utterance.onerror = ({ error }) => {
        clearTimeout(waiting);
        if (error !== 'interrupted' && error !== 'canceled') onFailure();
      };
      clearTimeout(waiting);
      waiting = setTimeout(onFailure, speechTimeoutMs);
      speechSynthesis.speak(utterance);
      // Chromium stays paused for ever once it was, whoever did it.
      speechSynthesis.resume();
    },
    cancel() {
      clearTimeout(waiting);
      speechSynthesis.cancel();
    },
  };
}
