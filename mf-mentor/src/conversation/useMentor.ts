import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import type {
  Citation,
  MentorMessage,
  MentorParagraphs,
  MentorTask,
} from '@lectern/shared-contracts/api/search.ts';
import type { HostApi } from '@lectern/shared-contracts/contract/host.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface PendingQuestion {
  /** Sent, and shown as the question. */
  text: string;
  bookId: string | null;
  /** The intent, when a button was used; otherwise the server derives it from the text. */
  task?: MentorTask | undefined;
  /** Include text after the reader's position. */
  spoilers?: boolean | undefined;
}

/** An answer that is still streaming. */
export interface PartialAnswer {
  text: string;
  /** The whole answer, when no model writes it. */
  said?: MentorParagraphs | undefined;
  citations: readonly Citation[];
}

export interface Mentor {
  conversationId: string | null;
  messages: readonly MentorMessage[];
  /** A conversation of the history is loading. */
  loading: boolean;
  /** The question without an answer yet. */
  pending: PendingQuestion | null;
  /** Its answer so far; null until the first words. */
  partial: PartialAnswer | null;
  /** Error of the last question, which can be asked again. */
  failure: string | null;
  ask(question: PendingQuestion): Promise<boolean>;
  /** Stops the answer; what has been received is kept. */
  stop(): void;
  open(id: string): void;
  begin(): void;
}

const preference = 'mentor_conversation';

/** The open conversation, kept when the page is left. */
export function useMentor(fresh: boolean): Mentor {
  const { api, data, preferences } = useHost();
  const preferred = useReadable(preferences.watch<unknown>(preference, null));
  const stored = typeof preferred === 'string' ? preferred : null;
  const [startsNew, setStartsNew] = useState(fresh);
  const conversationId = startsNew ? null : stored;
  const [messages, setMessages] = useState<readonly MentorMessage[]>([]);
  const [loading, setLoading] = useState(conversationId !== null);
  const [pending, setPending] = useState<PendingQuestion | null>(null);
  const [partial, setPartial] = useState<PartialAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);
  // Leaving the page stops the answer; the server keeps what it has sent.
  useEffect(() => () => stopping.current?.abort(), []);

  const load = useCallback(
    async (id: string) => {
      setLoading(true);
      setFailure(null);
      try {
        setMessages(await allMessages(api, id));
      } catch (error) {
        setMessages([]);
        // Deleted on another device: a new conversation starts. Other errors are shown.
        if (isHostError(error) && error.status === 404) setStartsNew(true);
        else setFailure(errorMessage(error));
      } finally {
        setLoading(false);
      }
    },
    [api],
  );

  // Once, for the conversation that was open last.
  useEffect(() => {
    if (conversationId !== null) runInBackground(load(conversationId));
  }, []);

  return {
    conversationId,
    messages,
    loading,
    pending,
    failure,
    open(id) {
      preferences.set(preference, id);
      setStartsNew(false);
      setMessages([]);
      runInBackground(load(id));
    },
    begin() {
      setStartsNew(true);
      setMessages([]);
      setFailure(null);
    },
    partial,
    stop: () => stopping.current?.abort(),
    async ask(question) {
      const id = conversationId ?? crypto.randomUUID();
      const messageId = crypto.randomUUID();
      const stop = new AbortController();
      stopping.current = stop;
      let received: PartialAnswer = { text: '', citations: [] };
      let isAnswered = false;
      const showPending = (shown: PendingQuestion | null) => {
        setPending(shown);
        setPartial(null);
      };
      const answered = (...more: MentorMessage[]) => {
        isAnswered = true;
        setMessages((before) => [...before, ...more]);
        // Immediately, so that the question is not shown twice.
        showPending(null);
      };
      showPending(question);
      setFailure(null);
      try {
        await streamAnswer(api, id, bodyOf(messageId, question), stop.signal, {
          onReceived(answer) {
            received = answer;
            if (answer.text !== '') setPartial(answer);
          },
          onDone: answered,
        });
      } catch (error) {
        if (stop.signal.aborted) answered(...stoppedMessages(messageId, question.text, received));
        else if (!isAnswered) setFailure(errorMessage(error));
      } finally {
        showPending(null);
        stopping.current = null;
      }
      if (isAnswered) {
        preferences.set(preference, id);
        setStartsNew(false);
        data.refresh('GET /mentor/conversations');
      }
      return isAnswered;
    },
  };
}

type QuestionBody = CallRequest<'POST /mentor/conversations/:id/stream'>['body'];

const bodyOf = (id: string, { text, bookId, task, spoilers }: PendingQuestion): QuestionBody => ({
  id,
  // Titles are isolated for the eye only (i18n).
  text: text.replaceAll(/[\u2068\u2069]/g, ''),
  book_id: bookId,
  ...(task ? { task } : {}),
  ...(spoilers ? { spoilers: true } : {}),
});

interface AnswerListener {
  /** The answer so far: its sources come before its first words. */
  onReceived(answer: PartialAnswer): void;
  onDone(question: MentorMessage, answer: MentorMessage): void;
}

/** Sends a question and reads its answer. @throws the error of the connection or the server */
async function streamAnswer(
  api: HostApi,
  conversationId: string,
  body: QuestionBody,
  signal: AbortSignal,
  { onReceived, onDone }: AnswerListener,
): Promise<void> {
  let received: PartialAnswer = { text: '', citations: [] };
  const receive = (more: Partial<PartialAnswer>) => {
    received = { ...received, ...more };
    onReceived(received);
  };
  await api.stream(
    'POST /mentor/conversations/:id/stream',
    { params: { id: conversationId }, body },
    (event) => {
      if (event.type === 'sources') receive({ citations: event.citations, said: event.said });
      else if (event.type === 'text') receive({ text: received.text + event.text });
      else if (event.type === 'done') onDone(event.question, event.answer);
      else throw Object.assign(new Error(event.error), { status: 500, code: event.code });
    },
    signal,
  );
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

/** Question and answer as the server stores them when an answer is stopped. */
function stoppedMessages(
  id: string,
  question: string,
  { text, said, citations }: PartialAnswer,
): MentorMessage[] {
  const created_at = new Date().toISOString();
  return [
    { id, role: 'reader', text: question, citations: [], created_at },
    {
      id: `${id}-answer`,
      role: 'mentor',
      text,
      said: said ?? null,
      citations: [...citations],
      created_at,
      notice: 'stopped',
    },
  ];
}
