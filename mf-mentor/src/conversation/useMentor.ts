import type { Citation, MentorMessage, MentorParagraphs } from '@lectern/shared-contracts/api/search.ts';
import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useRef, useState } from 'react';
import { useBooksById } from '../books.ts';
import type { MentorRequest } from '../chips/requestFor.ts';
import { localMessages, offlineAnswer } from './localAnswers.ts';

/** An answer that is still streaming. */
export interface PartialAnswer {
  text: string;
  /** The whole answer, when no model writes it. */
  said?: MentorParagraphs | undefined;
  citations: Citation[];
}

export type Mentor = ReturnType<typeof useMentor>;

const conversationPreference = 'mentor_conversation';

/**
 * The open conversation, kept when the page is left.
 * @param isNew whether a new conversation begins
 */
export function useMentor(isNew: boolean) {
  const t = useTranslate();
  const host = useHost();
  const { api, data, i18n, network, preferences } = host;
  const books = useBooksById();
  const preferred = useReadable(preferences.watch<unknown>(conversationPreference, null));
  const stored = typeof preferred === 'string' ? preferred : null;
  const [startsNew, setStartsNew] = useState(isNew);
  const conversationId = startsNew ? null : stored;
  const [messages, setMessages] = useState<readonly MentorMessage[]>([]);
  // A conversation of the history is loading.
  const [loading, setLoading] = useState(conversationId !== null);
  // The question without an answer yet.
  const [pending, setPending] = useState<MentorRequest | null>(null);
  // Its answer so far; null until the first words.
  const [partial, setPartial] = useState<PartialAnswer | null>(null);
  // Error of the last question, which can be asked again.
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const last = useRef<MentorRequest | null>(null);
  const opened = useRef<string | null>(null);
  // Leaving the page stops the answer; the server keeps what it has sent.
  useEffect(() => () => stopping.current?.abort(), []);

  const load = async (id: string) => {
    opened.current = id;
    setLoading(true);
    setFailure(null);
    try {
      const stored = await allMessages(api, id);
      if (opened.current !== id) return;
      const ids = new Set(stored.map((one) => one.id));
      // What was asked meanwhile comes after them.
      setMessages((asked) => [...stored, ...asked.filter((one) => !ids.has(one.id))]);
    } catch (error) {
      // Deleted on another device, or offline: a new conversation starts. Other errors are shown.
      if (network.get() === 'offline' || (isHostError(error) && error.status === 404)) setStartsNew(true);
      else setFailure(errorMessage(error));
    } finally {
      setLoading(false);
    }
  };

  // Once, for the conversation that was open last.
  useEffect(() => {
    if (conversationId !== null) runInBackground(load(conversationId));
  }, []);

  /** Asks a question. When it is stopped, what has been received is the answer. */
  const stream = async (
    conversationId: string,
    question: MentorRequest,
    signal: AbortSignal,
    onDone: (...messages: MentorMessage[]) => void,
  ) => {
    const body = {
      id: crypto.randomUUID(),
      // Translations put invisible direction marks around a title.
      text: question.text.replaceAll(/[\u2068\u2069]/g, ''),
      ...(question.bookIds ? { book_ids: [...question.bookIds] } : {}),
      ...(question.task ? { task: question.task } : {}),
      ...(question.chapter ? { chapter: question.chapter } : {}),
      ...(question.spoilers ? { spoilers: true } : {}),
    };
    let received: PartialAnswer = { text: '', citations: [] };
    try {
      await api.stream(
        'POST /mentor/conversations/:id/stream',
        { params: { id: conversationId }, body },
        (event) => {
          if (event.type === 'sources')
            received = { ...received, citations: event.citations, said: event.said ?? received.said };
          else if (event.type === 'text') {
            received = { ...received, text: received.text + event.text };
            setPartial(received);
          } else if (event.type === 'done') onDone(event.question, event.answer);
          else throw Object.assign(new Error(event.error), { status: 500, code: event.code });
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted) throw error;
      const { said = null, citations } = received;
      const stopped = { text: received.text, said, citations, notice: 'stopped' as const };
      onDone(...localMessages(question.text, stopped, body.id));
    }
  };

  const ask = async (question: MentorRequest) => {
    const id = conversationId ?? crypto.randomUUID();
    const stop = new AbortController();
    stopping.current = stop;
    last.current = question;
    setPending(question);
    setPartial(null);
    setFailure(null);
    let isAnswered = false;
    const onDone = (...added: MentorMessage[]) => {
      isAnswered = true;
      setMessages((before) => [...before, ...added]);
      // Immediately, so that the question is not shown twice.
      setPending(null);
      setPartial(null);
    };
    const isOffline = network.get() === 'offline';
    const isKept = !isOffline && question.translate === undefined;
    try {
      if (isOffline) onDone(...(await offlineAnswer(host, question, books, t)));
      else if (question.translate !== undefined) {
        const body = { text: question.translate, to: i18n.language.get() };
        onDone(...localMessages(question.text, await api.call('POST /mentor/translations', { body })));
      } else await stream(id, question, stop.signal, onDone);
    } catch (error) {
      const isGone = isHostError(error) && error.status === 404 && (question.bookIds?.length ?? 0) > 0;
      if (isGone) data.refresh('GET /books');
      if (!isAnswered)
        setFailure(isGone ? text('This book is no longer in your library.') : errorMessage(error));
    } finally {
      setPending(null);
      setPartial(null);
      stopping.current = null;
    }
    if (isAnswered && isKept) {
      preferences.set(conversationPreference, id);
      setStartsNew(false);
      data.refresh('GET /mentor/conversations');
    }
    return isAnswered;
  };

  return {
    conversationId,
    messages,
    loading,
    pending,
    failure,
    open(id: string) {
      preferences.set(conversationPreference, id);
      setStartsNew(false);
      setMessages([]);
      runInBackground(load(id));
    },
    begin() {
      opened.current = null;
      setStartsNew(true);
      setMessages([]);
      setFailure(null);
    },
    partial,
    /** Stops the answer; what has been received is kept. */
    stop: () => stopping.current?.abort(),
    ask,
    /** The last question again, with what stands after the reader's place. */
    askWithSpoilers: (asked: string) =>
      ask({ ...(last.current?.text === asked ? last.current : { text: asked }), spoilers: true }),
  };
}

async function allMessages(api: HostApi, id: string): Promise<readonly MentorMessage[]> {
  const messages: MentorMessage[] = [];
  let query: { query?: { cursor: string } } = {};
  for (;;) {
    const page = await api.call('GET /mentor/conversations/:id', { params: { id }, ...query });
    messages.push(...page.messages);
    if (!page.next_cursor) return messages;
    query = { query: { cursor: page.next_cursor } };
  }
}
