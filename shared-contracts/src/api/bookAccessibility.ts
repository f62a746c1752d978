import { Nullable } from './route.ts';
import { type Static, Type } from './type.ts';

/** Accessibility metadata of a file, in terms of schema.org and EPUB Accessibility 1.1. */
export const BookAccessibility = Type.Object({
  /** accessMode: 'textual', 'visual', 'auditory', 'tactile'. */
  modes: Type.Array(Type.String()),
  /** accessModeSufficient: sufficient sets of modes, comma-separated ('textual,visual'). */
  sufficient: Type.Array(Type.String()),
  features: Type.Array(Type.String()),
  hazards: Type.Array(Type.String()),
  summary: Nullable(Type.String()),
  /** Text or URL of dcterms:conformsTo. */
  conforms_to: Type.Array(Type.String()),
  certified_by: Nullable(Type.String()),
  /** Credential of the certifier, a text or URL; missing when unknown. */
  certifier_credential: Type.Optional(Type.String()),
  /** URL of the certifier's report. */
  certifier_report: Type.Optional(Type.String()),
  /** The file declares by `a11y:exemption` that it is legally exempt from accessibility. */
  exempt: Type.Boolean(),
});
export type BookAccessibility = Static<typeof BookAccessibility>;

/** Content of a file that could not be shown as intended, and how often. */
export const FileNote = Type.Object({
  kind: Type.Union([
    /** Chapters with XML errors, shown as far as they could be parsed. */
    Type.Literal('malformed'),
    /** Files with scripts, which are never run. */
    Type.Literal('scripts'),
    /** Files in the manifest that do not exist. */
    Type.Literal('missing'),
    /** Audio clips that are missing, broken or unassigned; the browser's voice is used instead. */
    Type.Literal('sound'),
  ]),
  count: Type.Integer({ minimum: 1 }),
});
export type FileNote = Static<typeof FileNote>;
