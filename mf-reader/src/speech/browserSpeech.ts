import type { Speech } from './readAloud.ts';

export interface VoiceChoice {
  /** Speech rate; 1 is normal. */
  rate: number;
  /** voiceURI by language ('en'). */
  voices: Readonly<Record<string, string>>;
  /** Skips footnotes, page numbers and the like in spoken books. */
  skipNotes: boolean;
  /** Skips the descriptions of pictures. */
  skipPictures: boolean;
}

/** Milliseconds after which a voice that has not started counts as failed. */
const speechTimeoutMs = 6_000;

/** The primary language: 'en' for 'en-GB'. */
export const baseLanguage = (tag: string | null): string => (tag ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '';

/** Voices for a language, local ones first. */
export function voicesFor(language: string | null): SpeechSynthesisVoice[] {
  const base = baseLanguage(language);
  return window.speechSynthesis
    .getVoices()
    .filter(({ lang }) => baseLanguage(lang) === base)
    .sort((a, b) => Number(b.localService) - Number(a.localService));
}

/** Speech output by the Web Speech API. @param choice current settings, read for each sentence */
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
      // Chromium stays paused until resume is called.
      speechSynthesis.resume();
    },
    cancel() {
      clearTimeout(waiting);
      speechSynthesis.cancel();
    },
  };
}
