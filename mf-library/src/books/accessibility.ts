import type { BookAccessibility, FileNote } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/**
 * Statements about a book's accessibility, from the W3C's Accessibility Metadata Display Guide 2.0.
 * https://www.w3.org/publishing/a11y/metadata-display-guide/
 */
export interface AccessibilitySection {
  title: string;
  /** Texts to translate. */
  statements: string[];
}

type Facts = Pick<Book, 'format'> & Partial<Pick<Book, 'accessibility' | 'fixed_layout'>>;

const silent: BookAccessibility = {
  modes: [],
  sufficient: [],
  features: [],
  hazards: [],
  summary: null,
  conforms_to: [],
  certified_by: null,
  exempt: false,
};

/** Pairs of a feature and its statement. */
type Statements = readonly (readonly [features: readonly string[], statement: string])[];

const navigation: Statements = [
  [['tableOfContents'], text('Table of contents to all chapters of the text via links')],
  [['index'], text('Index with links to referenced entries')],
  [['structuralNavigation'], text('Elements such as headings, tables, etc for structured navigation')],
  [['pageNavigation'], text('Page list to go to pages from the print source version')],
];
const richContent: Statements = [
  [['MathML'], text('Math as MathML')],
  [['latex'], text('Math as LaTeX')],
  [['describedMath'], text('Text descriptions of math are provided')],
  [['MathML-chemistry'], text('Chemical formulas in MathML')],
  [['latex-chemistry'], text('Chemical formulas in LaTeX')],
  [['longDescription'], text('Information-rich images are described by extended descriptions')],
  [['closedCaptions', 'captions'], text('Videos have closed captions')],
  [['openCaptions'], text('Videos have open captions')],
  [['transcript'], text('Transcript(s) provided')],
];
const additional: Statements = [
  [['ARIA'], text('ARIA roles included')],
  [['audioDescription'], text('Audio descriptions')],
  [['braille'], text('Braille')],
  [['fullRubyAnnotations'], text('Full ruby annotations')],
  [['highContrastDisplay'], text('High contrast between foreground text and background')],
  [['highContrastAudio'], text('High contrast between foreground and background audio')],
  [['largePrint'], text('Large print')],
  [['pageBreakMarkers', 'printPageNumbers'], text('Page breaks included')],
  [['rubyAnnotations'], text('Some Ruby annotations')],
  [['signLanguage'], text('Sign language')],
  [['tactileGraphic'], text('Tactile graphics included')],
  [['tactileObject'], text('Tactile 3D objects')],
  [['ttsMarkup'], text('Text-to-speech hinting provided')],
  [['ultraHighContrastDisplay'], text('Ultra high contrast between text and background')],
];
const hazards: Statements = [
  [['none'], text('No hazards')],
  [['flashing'], text('Flashing content')],
  [['noFlashingHazard'], text('No flashing hazards')],
  [['motionSimulation'], text('Motion simulation')],
  [['noMotionSimulationHazard'], text('No motion simulation hazards')],
  [['sound'], text('Sounds')],
  [['noSoundHazard'], text('No sound hazards')],
  [['unknown'], text('The presence of hazards is unknown')],
  [['unknownFlashingHazard'], text('Flashing hazards not known')],
  [['unknownMotionSimulationHazard'], text('Motion simulation hazards not known')],
  [['unknownSoundHazard'], text('Sound hazards not known')],
];

const statementsOf = (features: readonly string[], statements: Statements): string[] =>
  statements.flatMap(([names, statement]) =>
    names.some((name) => features.some((feature) => feature.toLowerCase() === name.toLowerCase()))
      ? [statement]
      : [],
  );

/** Filters by accessibility. */
export const accessibilityFilters = {
  adjustable: text('Appearance can be modified'),
  readable: text('Readable in read aloud or dynamic braille'),
  described: text('Has alternative text'),
  audio: text('Prerecorded audio synchronized with text'),
  safe: text('No hazards'),
  conforming: text('This publication meets accepted accessibility standards'),
} as const;
export type AccessibilityFilter = keyof typeof accessibilityFilters;

const tests: Readonly<Record<AccessibilityFilter, (metadata: BookAccessibility, book: Facts) => boolean>> = {
  adjustable: ({ features }, book) =>
    features.includes('displayTransformability') || (book.format === 'epub' && !book.fixed_layout),
  readable: ({ sufficient, modes }) =>
    sufficient.includes('textual') || (modes.length === 1 && modes[0] === 'textual'),
  described: ({ features }) =>
    ['alternativeText', 'longDescription', 'describedMath'].some((each) => features.includes(each)),
  audio: ({ features }) => features.some((each) => /^synchroni[sz]edAudioText$/i.test(each)),
  safe: ({ hazards: hazardsClaimed }) => hazardsClaimed.includes('none'),
  conforming: ({ conforms_to }) => levelOf(conforms_to) === 'AA' || levelOf(conforms_to) === 'AAA',
};

export function meetsAccessibility(book: Facts, filter: AccessibilityFilter): boolean {
  return tests[filter](book.accessibility ?? silent, book);
}

/** The WCAG level that a publication conforms to; null when unknown. */
function levelOf(conformsTo: readonly string[]): 'A' | 'AA' | 'AAA' | null {
  for (const standard of conformsTo) {
    const level = /wcag[\s\S]*?(?:level[\s_-]*|-)(a{1,3})\b/i.exec(standard)?.[1]?.toUpperCase();
    if (level === 'A' || level === 'AA' || level === 'AAA') return level;
  }
  return null;
}

function waysOfReading(metadata: BookAccessibility, book: Facts): string[] {
  const meets = (filter: AccessibilityFilter) => tests[filter](metadata, book);
  const partly = metadata.sufficient.some((each) => each.split(',').includes('textual'));
  const reading = meets('readable')
    ? accessibilityFilters.readable
    : partly || metadata.modes.includes('textual')
      ? text('Not fully readable in read aloud or dynamic braille')
      : metadata.modes.length > 0
        ? text('Not readable in read aloud or dynamic braille')
        : text('No information about nonvisual reading is available');
  const onlyHeard = metadata.sufficient.includes('auditory') && !metadata.modes.includes('textual');
  const clips = metadata.modes.includes('auditory') || metadata.sufficient.includes('auditory');
  const spoken = meets('audio')
    ? accessibilityFilters.audio
    : onlyHeard
      ? text('Prerecorded audio only')
      : clips
        ? text('Prerecorded audio clips')
        : null;
  return [
    meets('adjustable') ? accessibilityFilters.adjustable : text('Appearance cannot be modified'),
    reading,
    ...(meets('described') ? [accessibilityFilters.described] : []),
    ...(spoken ? [spoken] : []),
  ];
}

function conformance({ conforms_to, certified_by }: BookAccessibility): string[] {
  const level = levelOf(conforms_to);
  if (level === 'AAA') return [text('This publication exceeds accepted accessibility standards')];
  if (level === 'AA') return [accessibilityFilters.conforming];
  if (level === 'A') return [text('This publication meets minimum accessibility standards')];
  return certified_by || conforms_to.length > 0
    ? [text('Conformance to accepted standards for accessibility of this publication cannot be determined')]
    : [text('No information is available')];
}

/** Sections in the order of the guide; empty ones are left out, as the guide allows. */
export function accessibilityOf(book: Facts): AccessibilitySection[] {
  const metadata = book.accessibility ?? silent;
  const sections: AccessibilitySection[] = [
    { title: text('Ways of reading'), statements: waysOfReading(metadata, book) },
    { title: text('Conformance'), statements: conformance(metadata) },
    { title: text('Navigation'), statements: statementsOf(metadata.features, navigation) },
    { title: text('Rich content'), statements: statementsOf(metadata.features, richContent) },
    { title: text('Hazards'), statements: statementsOf(hazardsOf(metadata.hazards), hazards) },
    {
      title: text('Legal considerations'),
      statements: metadata.exempt ? [text('Claims an accessibility exemption in some jurisdictions')] : [],
    },
    {
      title: text('Additional accessibility information'),
      statements: statementsOf(metadata.features, additional),
    },
  ];
  return sections.filter(({ statements }) => statements.length > 0);
}

/** 'noFlashingHazard', 'noMotionSimulationHazard' and 'noSoundHazard' together mean none. */
function hazardsOf(hazards: readonly string[]): string[] {
  const none = ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'];
  const isFree = hazards.includes('none') || none.every((each) => hazards.includes(each));
  const shortNames = hazards.map((each) => each.replace(/^(flashing|motionSimulation|sound)Hazard$/, '$1'));
  return isFree ? ['none', ...shortNames.filter((each) => !none.includes(each))] : shortNames;
}

/** Content of the file that cannot be shown as intended. `{{number}}` is filled in. */
export const fileNoteTexts: Readonly<Record<FileNote['kind'], string>> = {
  malformed: text('Chapters with errors in their file, shown as far as they can be read: {{number}}'),
  scripts: text('Pages that ask for scripts, which do not run here, for your safety: {{number}}'),
  missing: text('Files that are missing: {{number}}'),
  sound: text(
    'Pieces of its sound that are missing or broken, and are left to a voice of your browser: {{number}}',
  ),
};

/** Parts of an EPUB that are left out. `{{number}}` is filled in. */
export const unshownPartsText = text('Parts of a kind that cannot be shown here: {{number}}');

/** Pages of a PDF without extracted text. `{{number}}` is filled in. */
export const unreadPagesText = text('Pages whose words a search of your library does not find: {{number}}');
