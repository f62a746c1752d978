import { Passage } from './books.ts';
import { Id, listOf, NextCursor, Nullable, nothing, pageQuery, route, Text, Timestamp } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

export const searchRoutes = {
  'GET /search': route(
    'user',
    'Full text inside all of the reader’s books; knows "phrases", author:, tag: and in:',
    {
      query: Type.Object({
        q: Text(400),
        book_id: Type.Optional(Id),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      }),
      response: Type.Object({
        items: Type.Array(Passage),
        /** The corrected query, when a word was misspelled. */
        corrected: Type.Optional(Nullable(Type.String())),
        /** Words that were dropped because no passage contains all of them. */
        left_out: Type.Optional(Type.Array(Type.String())),
      }),
    },
  ),
};

/** A source that the mentor has found, of the given kind. */
export const Citation = Type.Object({
  number: Type.Integer(),
  /** It is beyond the user's position in a book they are reading. */
  ahead: Type.Optional(Type.Boolean()),
  kind: OneOf('passage', 'note', 'highlight'),
  ...Passage.properties,
});
export type Citation = Static<typeof Citation>;

/** What a button of the mentor asks for. A typed question has no task: it is searched for, or a model answers it. */
const mentorTasks = [
  'summary',
  'chapter',
  'who',
  'highlights',
  'left',
  'quiz',
  'next',
  'connect',
  'review',
  'explain',
] as const;
export const MentorTask = OneOf(...mentorTasks);
export type MentorTask = Static<typeof MentorTask>;

/**
 * Notices on an answer: it was stopped; the model failed, was unreachable or timed out; the answer cites nothing,
 * quotes text that does not exist, or became too long; or the endpoint refused the key, does not know the model, is
 * busy, failed, has a smaller context window, filtered the answer, or returned nothing; or the limit of look-ups, time
 * or text for one question was reached.
 */
export const MentorNotice = OneOf(
  'stopped',
  'cut',
  'unreachable',
  'timeout',
  'unsourced',
  'misquoted',
  'length',
  'refused',
  'unknown_model',
  'busy',
  'failed',
  'too_long',
  'filtered',
  'empty',
  'limit',
);
export type MentorNotice = Static<typeof MentorNotice>;

/** Everything sent to the model: the messages, and each call of a tool with its result, in order. */
export const SentToModel = Type.Array(Type.Object({ role: Type.String(), text: Type.String() }));
export type SentToModel = Static<typeof SentToModel>;

/**
 * A paragraph in parts: literal texts, and sentences by code (domain/mentorWords.ts), which can be shown in any
 * language.
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
  role: OneOf('reader', 'mentor'),
  /**
   * Paragraphs; '> ' begins a quotation, '||> ' one after the user's position, '|| ' is hidden until requested, [1]
   * cites. Words between U+E000 and U+E001 are those that were searched for.
   */
  text: Type.String(),
  /** The same paragraphs in parts; null for text by a user or model. */
  said: Type.Optional(Nullable(MentorParagraphs)),
  citations: Type.Array(Citation),
  created_at: Timestamp,
  /** The model; null when the answer was composed of passages. */
  model: Type.Optional(Nullable(Type.String())),
  sent: Type.Optional(Nullable(SentToModel)),
  notice: Type.Optional(Nullable(MentorNotice)),
  /** Number of passages left out because they are beyond the user's position. */
  withheld: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type MentorMessage = Static<typeof MentorMessage>;

export const Conversation = Type.Object({ id: Id, title: Type.String(), updated_at: Timestamp });
export type Conversation = Static<typeof Conversation>;

export const Suggestion = Type.Object({
  book_id: Id,
  reason: Type.String(),
  /** The reason in parts. */
  said: Type.Optional(Type.Array(MentorPart)),
});

const ConversationParams = Type.Object({ id: Id });

const MentorQuestion = Type.Object({
  id: Type.Optional(Id),
  text: Type.String({ minLength: 1, maxLength: 4_000 }),
  /** `ask` and `plan` are of API 1.0: no task, and `next`. */
  task: Type.Optional(OneOf(...mentorTasks, 'ask', 'plan')),
  /** One book, as in API 1.0. */
  book_id: Type.Optional(Nullable(Id)),
  /** The books to look in; left out, the titles and authors in the text decide. An empty list means all. */
  book_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  /** The title of a chapter of the first of these books. */
  chapter: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  /** Whether to include passages beyond the user's position. */
  spoilers: Type.Optional(Type.Boolean()),
});

/** A streamed answer: sources and prompt, then text, then the stored messages. */
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
  'GET /mentor/status': route('user', 'Whether a model answers, or passages are found and quoted', {
    response: Type.Object({
      mode: OneOf('passages', 'model'),
      model: Nullable(Type.String()),
      /** Host name of the model's endpoint, so that users know where their texts are sent. */
      place: Type.Optional(Nullable(Type.String())),
    }),
  }),
  'GET /mentor/conversations': route('user', 'Conversations, newest first', listOf(Conversation)),
  'GET /mentor/conversations/:id': route('user', 'One conversation, its messages oldest first', {
    params: ConversationParams,
    query: Type.Object(pageQuery()),
    response: Type.Object({
      conversation: Conversation,
      messages: Type.Array(MentorMessage),
      next_cursor: NextCursor,
    }),
  }),
  'POST /mentor/conversations/:id/messages': route(
    'user',
    'Ask; the conversation begins with its first question',
    {
      params: ConversationParams,
      body: MentorQuestion,
      status: 201,
      response: Type.Object({ question: MentorMessage, answer: MentorMessage }),
    },
  ),
  'POST /mentor/conversations/:id/stream': route(
    'user',
    'Ask, and hear the answer as it is made: lines of JSON',
    {
      params: ConversationParams,
      body: MentorQuestion,
      stream: true,
      response: MentorEvent,
    },
  ),
  'GET /mentor/chapters': route('user', 'The chapters of a book, for choosing one', {
    query: Type.Object({ book_id: Id }),
    response: Type.Object({
      items: Type.Array(Type.Object({ title: Type.String(), ahead: Type.Boolean() })),
    }),
  }),
  'DELETE /mentor/conversations/:id': route('user', 'Forget a conversation', {
    params: ConversationParams,
    ...nothing,
  }),
  'POST /mentor/translations': route('user', 'Translate a passage by the model that is set up', {
    body: Closed({
      text: Type.String({ minLength: 1, maxLength: 2_000 }),
      /** Target language (BCP 47). */
      to: Type.String({ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
    }),
    response: Type.Object({ text: Type.String(), model: Type.String() }),
  }),
  'GET /mentor/suggestion': route(
    'user',
    'What to read next, from the reader’s own shelves, with the reason',
    { response: Type.Object({ items: Type.Array(Suggestion) }) },
  ),
};
