import { type Static, Type } from 'typebox';
import { Passage } from './books.ts';
import { Id, NoContent, Nullable, route, Text, Timestamp } from './route.ts';

export const searchRoutes = {
  'GET /search': route({
    summary: 'Full text inside all of the reader’s books',
    access: 'user',
    query: Type.Object({
      q: Text(400),
      book_id: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    response: Type.Object({ items: Type.Array(Passage) }),
  }),
};

/** Something the mentor found that bears on the question. `kind` says where. */
export const Citation = Type.Object({
  number: Type.Integer(),
  kind: Type.Union([Type.Literal('passage'), Type.Literal('note'), Type.Literal('highlight')]),
  ...Passage.properties,
});
export type Citation = Static<typeof Citation>;

export const MentorMessage = Type.Object({
  id: Id,
  role: Type.Union([Type.Literal('reader'), Type.Literal('mentor')]),
  text: Type.String(),
  citations: Type.Array(Citation),
  created_at: Timestamp,
});
export type MentorMessage = Static<typeof MentorMessage>;

export const Conversation = Type.Object({ id: Id, title: Type.String(), updated_at: Timestamp });
export type Conversation = Static<typeof Conversation>;

export const Suggestion = Type.Object({ book_id: Id, reason: Type.String() });

const ConversationParams = Type.Object({ id: Id });

export const mentorRoutes = {
  'GET /mentor/status': route({
    summary: 'Whether a model answers, or passages are found and quoted',
    access: 'user',
    response: Type.Object({
      mode: Type.Union([Type.Literal('passages'), Type.Literal('model')]),
      model: Nullable(Type.String()),
    }),
  }),
  'GET /mentor/conversations': route({
    summary: 'Conversations, newest first',
    access: 'user',
    response: Type.Object({ items: Type.Array(Conversation) }),
  }),
  'GET /mentor/conversations/:id': route({
    summary: 'One conversation',
    access: 'user',
    params: ConversationParams,
    response: Type.Object({ conversation: Conversation, messages: Type.Array(MentorMessage) }),
  }),
  'POST /mentor/conversations/:id/messages': route({
    summary: 'Ask; the conversation begins with its first question',
    access: 'user',
    params: ConversationParams,
    body: Type.Object({
      id: Type.Optional(Id),
      text: Type.String({ minLength: 1, maxLength: 4_000 }),
      book_id: Type.Optional(Nullable(Id)),
    }),
    status: 201,
    response: Type.Object({ question: MentorMessage, answer: MentorMessage }),
  }),
  'DELETE /mentor/conversations/:id': route({
    summary: 'Forget a conversation',
    access: 'user',
    params: ConversationParams,
    status: 204,
    response: NoContent,
  }),
  'GET /mentor/suggestion': route({
    summary: 'What to read next, from the reader’s own shelves, with the reason',
    access: 'user',
    response: Type.Object({ items: Type.Array(Suggestion) }),
  }),
};
