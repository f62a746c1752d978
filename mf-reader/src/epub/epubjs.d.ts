/**
 * The parts of epubjs 0.3.93 that are used, by their own files: its main module brings a zip reader and a store along.
 */
declare module 'epubjs/src/packaging.js' {
  export interface PackageAsJson {
    metadata: Record<string, string>;
    spine: { href: string; linear: 'yes' | 'no'; properties: string[] }[];
    resources: never[];
    toc: never[];
  }
  export default class Packaging {
    spineNodeIndex: number;
    load(json: PackageAsJson): void;
  }
}

declare module 'epubjs/src/section.js' {
  export default class Section {
    readonly index: number;
    readonly href: string;
    readonly linear: boolean;
    /** The steps of a CFI that lead to this section. */
    readonly cfiBase: string;
    document: Document | undefined;
    load(request: (url: string) => Promise<Document>): Promise<Element>;
    unload(): void;
  }
}

declare module 'epubjs/src/spine.js' {
  import type Packaging from 'epubjs/src/packaging.js';
  import type Section from 'epubjs/src/section.js';
  export default class Spine {
    readonly hooks: { content: { clear(): void } };
    readonly spineItems: Section[];
    unpack(
      packaging: Packaging,
      resolve: (href: string) => string,
      canonical: (href: string) => string,
    ): void;
    first(): Section | undefined;
  }
}

declare module 'epubjs/src/epubcfi.js' {
  export interface CfiStep {
    id: string | null;
    type: 'element' | 'text';
    index: number;
  }
  export interface CfiComponent {
    steps: CfiStep[];
  }
  export default class EpubCFI {
    constructor(from: string | Range, base?: string);
    readonly spinePos: number;
    readonly path: CfiComponent;
    readonly start: CfiComponent | null;
    readonly end: CfiComponent | null;
    protected textNodes(parent: Node): Text[];
    findNode(steps: readonly CfiStep[], document: Document): Node | null;
    toRange(document: Document): Range | null;
    toString(): string;
  }
}
