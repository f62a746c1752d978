import type {
  Citation,
  MentorMessage,
  MentorParagraphs,
  MentorTask,
} from '@lectern/shared-contracts/api/search.ts';
import { errorMessage, isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Asked {
  /** What is sent, and shown as the question. */
  text: string;
  bookId: string | null;
  /** What is wanted, where a button says it; else the words tell. */
  task?: MentorTask | undefined;
  /** Also what stands after the reader's place. */
  spoilers?: boolean | undefined;
}

/** An answer as far as it has come. */
export interface Partial {
  text: string;
  /** Of an answer that no model writes: all of it. */
  said?: MentorParagraphs | undefined;
  citations: readonly Citation[];
}

export interface Mentor {
  conversationId: string | null;
  messages: readonly MentorMessage[];
  /** A conversation of the history is on its way. */
  loading: boolean;
  /** Asked, and not answered yet. */
  pending: Asked | null;
  /** Of what is asked: null until the first word. */
  partial: Partial | null;
  /** Why the last question has no answer; it can be asked again. */
  failure: string | null;
  ask(question: Asked): Promise<boolean>;
  /** What has been said by now stays. */
  stop(): void;
  open(id: string): void;
  begin(): void;
}

const preference = 'mentor_conversation';

/** The conversation that is open, kept over visits to other pages. */
export function useMentor(fresh: boolean): Mentor {
  const { api, data, preferences } = useHost();
  const readable = preferences.watch<string | null>(preference, null);
  const stored = useReadable(readable);
  const [begun, setBegun] = useState(fresh);
  const conversationId = begun ? null : stored;
  const [messages, setMessages] = useState<readonly MentorMessage[]>([]);
  const [loading, setLoading] = useState(conversationId !== null);
  const [pending, setPending] = useState<Asked | null>(null);
  const [partial, setPartial] = useState<Partial | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stopping = useRef<AbortController | null>(null);
  // Whoever leaves the page does not want to hear more; what was said by then is kept by the server.
  useEffect(() => () => stopping.current?.abort(), []);

  const load = useCallback(
    async (id: string) => {
      setLoading(true);
      setFailure(null);
      try {
        const said: MentorMessage[] = [];
        let query: { query?: { cursor: string } } = {};
        for (;;) {
          const page = await api.call('GET /mentor/conversations/:id', { params: { id }, ...query });
          said.push(...page.messages);
          if (!page.next_cursor) break;
          query = { query: { cursor: page.next_cursor } };
        }
        setMessages(said);
      } catch (error) {
        setMessages([]);
        // Forgotten elsewhere: a new one begins. Anything else is told.
        if (isHostError(error) && error.status === 404) setBegun(true);
        else setFailure(errorMessage(error));
      } finally {
        setLoading(false);
      }
    },
    [api],
  );

  // Once, for the conversation that was open when the page was left.
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
      setBegun(false);
      setMessages([]);
      runInBackground(load(id));
    },
    begin() {
      setBegun(true);
      setMessages([]);
      setFailure(null);
    },
    partial,
    stop: () => stopping.current?.abort(),
    async ask(question) {
      const id = conversationId ?? crypto.randomUUID();
      const body = {
        id: crypto.randomUUID(),
        text: question.text,
        book_id: question.bookId,
        ...(question.task ? { task: question.task } : {}),
        ...(question.spoilers ? { spoilers: true } : {}),
      };
      const stop = new AbortController();
      stopping.current = stop;
      setPending(question);
      setPartial(null);
      setFailure(null);
      let heard: Partial = { text: '', citations: [] };
      let said = false;
      const keep = (...more: MentorMessage[]) => {
        said = true;
        setMessages((before) => [...before, ...more]);
      };
      try {
        await api.stream(
          'POST /mentor/conversations/:id/stream',
          { params: { id }, body },
          (event) => {
            if (event.type === 'sources') heard = { ...heard, citations: event.citations, said: event.said };
            else if (event.type === 'text') {
              heard = { ...heard, text: heard.text + event.text };
              setPartial(heard);
            } else if (event.type === 'done') {
              keep(event.question, event.answer);
              // At once, so that the question never stands there twice.
              setPending(null);
              setPartial(null);
            } else throw Object.assign(new Error(event.error), { status: 500, code: event.code });
          },
          stop.signal,
        );
      } catch (error) {
        if (stop.signal.aborted) {
          keep(...stoppedAt(body.id, question.text, heard));
        } else if (!said) {
          setFailure(errorMessage(error));
        }
      } finally {
        setPending(null);
        setPartial(null);
        stopping.current = null;
      }
      if (said) {
        preferences.set(preference, id);
        setBegun(false);
        data.refresh('GET /mentor/conversations');
      }
      return said;
    },
  };
}

/** Question and answer as the server keeps them when an answer is stopped. */
function stoppedAt(id: string, question: string, { text, said, citations }: Partial): MentorMessage[] {
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
