import { Nullable } from './route.ts';
import { type Static, Type } from './type.ts';

/** What a file says of its accessibility, in the words of schema.org and of EPUB Accessibility 1.1. */
export const BookAccessibility = Type.Object({
  /** accessMode: 'textual', 'visual', 'auditory', 'tactile'. */
  modes: Type.Array(Type.String()),
  /** accessModeSufficient: sets of modes that are enough, each with commas ('textual,visual'). */
  sufficient: Type.Array(Type.String()),
  features: Type.Array(Type.String()),
  hazards: Type.Array(Type.String()),
  summary: Nullable(Type.String()),
  /** Text or addresses of dcterms:conformsTo. */
  conforms_to: Type.Array(Type.String()),
  certified_by: Nullable(Type.String()),
  /** What entitles the one who certified it: a text or an address. Missing: the file does not say. */
  certifier_credential: Type.Optional(Type.String()),
  /** Address of the report of the one who certified it. */
  certifier_report: Type.Optional(Type.String()),
  /** The file says by `a11y:exemption` that a law does not ask it to be accessible. */
  exempt: Type.Boolean(),
});
export type BookAccessibility = Static<typeof BookAccessibility>;

/** What of a file could not be shown as it is, and how often. */
export const FileNote = Type.Object({
  kind: Type.Union([
    /** Chapters whose XML has errors: they are shown as far as they could be read. */
    Type.Literal('malformed'),
    /** Files with scripts, which never run. */
    Type.Literal('scripts'),
    /** Files that the package lists and that are not there. */
    Type.Literal('missing'),
    /** Pieces of sound that are missing, broken or belong to nothing: a voice of the browser speaks instead. */
    Type.Literal('sound'),
  ]),
  count: Type.Integer({ minimum: 1 }),
});
export type FileNote = Static<typeof FileNote>;
