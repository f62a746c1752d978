import type { MentorMessage } from '@lectern/shared-contracts/api/search.ts';
import { type HostError, useHost } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useCallback, useEffect, useState } from 'react';

export interface Asked {
  /** What is sent, and shown as the question. */
  text: string;
  bookId: string | null;
}

export interface Mentor {
  conversationId: string | null;
  messages: readonly MentorMessage[];
  /** A conversation of the history is on its way. */
  loading: boolean;
  /** Asked, and not answered yet. */
  pending: Asked | null;
  /** Why the last question has no answer; it can be asked again. */
  failure: HostError | null;
  ask(question: Asked): Promise<boolean>;
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
  const [failure, setFailure] = useState<HostError | null>(null);

  const load = useCallback(
    async (id: string) => {
      setLoading(true);
      setFailure(null);
      try {
        const { messages: said } = await api.call('GET /mentor/conversations/:id', { params: { id } });
        setMessages(said);
      } catch (error) {
        setMessages([]);
        // Forgotten elsewhere: a new one begins. Anything else is told.
        if ((error as HostError).status === 404) setBegun(true);
        else setFailure(error as HostError);
      } finally {
        setLoading(false);
      }
    },
    [api],
  );

  // Once, for the conversation that was open when the page was left.
  useEffect(() => {
    if (conversationId !== null) void load(conversationId);
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
      void load(id);
    },
    begin() {
      setBegun(true);
      setMessages([]);
      setFailure(null);
    },
    async ask(question) {
      const id = conversationId ?? crypto.randomUUID();
      setPending(question);
      setFailure(null);
      try {
        const said = await api.call('POST /mentor/conversations/:id/messages', {
          params: { id },
          body: { id: crypto.randomUUID(), text: question.text, book_id: question.bookId },
        });
        preferences.set(preference, id);
        setBegun(false);
        setMessages((before) => [...before, said.question, said.answer]);
        data.refresh('GET /mentor/conversations');
        return true;
      } catch (error) {
        setFailure(error as HostError);
        return false;
      } finally {
        setPending(null);
      }
    },
  };
}
