import { Passage } from './books.ts';
import { Id, NextCursor, NoContent, Nullable, pageOf, pageQuery, route, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

export const searchRoutes = {
  'GET /search': route({
    summary: 'Full text inside all of the reader’s books; knows "phrases", author:, tag: and in:',
    access: 'user',
    query: Type.Object({
      q: Text(400),
      book_id: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    response: Type.Object({
      items: Type.Array(Passage),
      /** What was searched for instead, when a word had a typing error. */
      corrected: Type.Optional(Nullable(Type.String())),
      /** Words that were left out because no passage has all of them. */
      left_out: Type.Optional(Type.Array(Type.String())),
    }),
  }),
};

/** Something the mentor found that bears on the question. `kind` says where. */
export const Citation = Type.Object({
  number: Type.Integer(),
  /** It stands after the reader's place in a book that is under way. */
  ahead: Type.Optional(Type.Boolean()),
  kind: Type.Union([Type.Literal('passage'), Type.Literal('note'), Type.Literal('highlight')]),
  ...Passage.properties,
});
export type Citation = Static<typeof Citation>;

/** What is wanted of the mentor; left out, the words of the question tell. */
export const MentorTask = Type.Union([
  Type.Literal('ask'),
  Type.Literal('explain'),
  Type.Literal('summary'),
  Type.Literal('connect'),
  Type.Literal('quiz'),
  Type.Literal('next'),
  Type.Literal('plan'),
  Type.Literal('review'),
]);
export type MentorTask = Static<typeof MentorTask>;

/**
 * What a reader must know of an answer: it was stopped; the model broke off, could not be reached or took too long;
 * nothing in it cites a passage; it quoted what stands nowhere; it became too long; its endpoint refused the key, does
 * not know the model, is busy, failed, cannot take so much, stopped the answer by its own rules, or said nothing.
 */
export const MentorNotice = Type.Union([
  Type.Literal('stopped'),
  Type.Literal('cut'),
  Type.Literal('unreachable'),
  Type.Literal('timeout'),
  Type.Literal('unsourced'),
  Type.Literal('misquoted'),
  Type.Literal('length'),
  Type.Literal('refused'),
  Type.Literal('unknown_model'),
  Type.Literal('busy'),
  Type.Literal('failed'),
  Type.Literal('too_long'),
  Type.Literal('filtered'),
  Type.Literal('empty'),
]);
export type MentorNotice = Static<typeof MentorNotice>;

/** What went to the model, word for word. */
export const SentToModel = Type.Array(Type.Object({ role: Type.String(), text: Type.String() }));
export type SentToModel = Static<typeof SentToModel>;

/**
 * A paragraph by its parts: words as they stand, and sentences by their codes
 * (domain/mentorWords.ts), to be said in any language.
 */
const MentorValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Object({ minutes: Type.Number() }),
  Type.Object({ days: Type.Number() }),
  Type.Object({ percent: Type.Number() }),
  Type.Object({ date: Type.String() }),
  Type.Object({ words: Type.Array(Type.String()) }),
]);
const MentorPart = Type.Union([
  Type.String(),
  Type.Object({ say: Type.String(), with: Type.Optional(Type.Record(Type.String(), MentorValue)) }),
]);
export const MentorParagraphs = Type.Array(Type.Array(MentorPart));
export type MentorParagraphs = Static<typeof MentorParagraphs>;

export const MentorMessage = Type.Object({
  id: Id,
  role: Type.Union([Type.Literal('reader'), Type.Literal('mentor')]),
  /** Paragraphs; '> ' begins a quotation, '|| ' something shown only when the reader wants it, [1] cites. */
  text: Type.String(),
  /** The same paragraphs by their parts; null for what a reader or a model wrote. */
  said: Type.Optional(Nullable(MentorParagraphs)),
  citations: Type.Array(Citation),
  created_at: Timestamp,
  /** The model that wrote it; null when it was put together from passages. */
  model: Type.Optional(Nullable(Type.String())),
  sent: Type.Optional(Nullable(SentToModel)),
  notice: Type.Optional(Nullable(MentorNotice)),
  /** Passages that stand after the reader's place and were left out. */
  withheld: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type MentorMessage = Static<typeof MentorMessage>;

export const Conversation = Type.Object({ id: Id, title: Type.String(), updated_at: Timestamp });
export type Conversation = Static<typeof Conversation>;

export const Suggestion = Type.Object({
  book_id: Id,
  reason: Type.String(),
  /** The reason by its parts. */
  said: Type.Optional(Type.Array(MentorPart)),
});

const ConversationParams = Type.Object({ id: Id });

const MentorQuestion = Type.Object({
  id: Type.Optional(Id),
  text: Type.String({ minLength: 1, maxLength: 4_000 }),
  book_id: Type.Optional(Nullable(Id)),
  task: Type.Optional(MentorTask),
  /** Also what stands after the reader's place in a book that is under way. */
  spoilers: Type.Optional(Type.Boolean()),
});

/** An answer as it comes: what was found and what is sent to the model, then text, then the two messages as kept. */
export const MentorEvent = Type.Union([
  Type.Object({
    type: Type.Literal('sources'),
    citations: Type.Array(Citation),
    model: Nullable(Type.String()),
    sent: Nullable(SentToModel),
    said: Type.Optional(MentorParagraphs),
  }),
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Object({ type: Type.Literal('done'), question: MentorMessage, answer: MentorMessage }),
  Type.Object({ type: Type.Literal('failed'), error: Type.String(), code: Type.String() }),
]);
export type MentorEvent = Static<typeof MentorEvent>;

export const mentorRoutes = {
  'GET /mentor/status': route({
    summary: 'Whether a model answers, or passages are found and quoted',
    access: 'user',
    response: Type.Object({
      mode: Type.Union([Type.Literal('passages'), Type.Literal('model')]),
      model: Nullable(Type.String()),
      /** Host name of the place that the model answers from, so that a reader knows where the words go. */
      place: Type.Optional(Nullable(Type.String())),
    }),
  }),
  'GET /mentor/conversations': route({
    summary: 'Conversations, newest first',
    access: 'user',
    query: Type.Object(pageQuery()),
    response: pageOf(Conversation),
  }),
  'GET /mentor/conversations/:id': route({
    summary: 'One conversation, its messages oldest first',
    access: 'user',
    params: ConversationParams,
    query: Type.Object(pageQuery()),
    response: Type.Object({
      conversation: Conversation,
      messages: Type.Array(MentorMessage),
      next_cursor: NextCursor,
    }),
  }),
  'POST /mentor/conversations/:id/messages': route({
    summary: 'Ask; the conversation begins with its first question',
    access: 'user',
    params: ConversationParams,
    body: MentorQuestion,
    status: 201,
    response: Type.Object({ question: MentorMessage, answer: MentorMessage }),
  }),
  'POST /mentor/conversations/:id/stream': route({
    summary: 'Ask, and hear the answer as it is made: lines of JSON',
    access: 'user',
    params: ConversationParams,
    body: MentorQuestion,
    stream: true,
    response: MentorEvent,
  }),
  'DELETE /mentor/conversations/:id': route({
    summary: 'Forget a conversation',
    access: 'user',
    params: ConversationParams,
    status: 204,
    response: NoContent,
  }),
  'POST /mentor/translations': route({
    summary: 'Translate a passage by the model that is set up',
    access: 'user',
    body: Type.Object(
      {
        text: Type.String({ minLength: 1, maxLength: 2_000 }),
        /** The wanted language, as in BCP 47. */
        to: Type.String({ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ text: Type.String(), model: Type.String() }),
  }),
  'GET /mentor/suggestion': route({
    summary: 'What to read next, from the reader’s own shelves, with the reason',
    access: 'user',
    response: Type.Object({ items: Type.Array(Suggestion) }),
  }),
};
