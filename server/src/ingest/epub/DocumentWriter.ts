import {
  blockElements,
  droppedElements,
  htmlElements,
  mathElements,
  namespaces,
  replacedElements,
  svgElements,
  type Vocabulary,
  voidElements,
} from './allowedMarkup.ts';
import { type SourceAttribute, safeAttributes, writeAttributes } from './elementAttributes.ts';
import { NamespaceScope } from './NamespaceScope.ts';
import { sanitizeCss } from './sanitizeCss.ts';
import { rootNamespaces, type SanitizedDocument, type SanitizeOptions } from './sanitizeDocument.ts';
import { TextRecorder } from './TextRecorder.ts';
import { escapeXml, legalXml, wordsOf } from './xml.ts';

interface Frame {
  vocabulary: Vocabulary;
  /** Lower case, without prefix. */
  name: string;
  /** What is written when it closes. */
  end: string;
  /** Neither it nor anything in it is written. */
  dropped: boolean;
  /** Written when it opens, for what a reader of text sees. */
  block: boolean;
  aside: boolean;
  heading: boolean;
  /** Of epub:switch: whether one of its cases was taken. */
  caseTaken: boolean;
}

/** Collects the text of <style> or <title>, which is no part of the page's text. */
interface Capture {
  into: 'style' | 'title';
  text: string;
  media: string | undefined;
  /** How many elements are open in it, itself included. */
  depth: number;
}

/** Turns the events of a parser into a page; see sanitizeDocument.ts for the rules it keeps. */
export class DocumentWriter {
  readonly #options: SanitizeOptions;
  readonly #xml: boolean;
  readonly #scope = new NamespaceScope();
  readonly #frames: Frame[] = [];
  readonly #body: string[] = [];
  readonly #head: string[] = [];
  readonly #recorder: TextRecorder;
  #part: 'before' | 'head' | 'body' = 'before';
  #rootAttributes = new Map<string, string>();
  #bodyAttributes = new Map<string, string>();
  #title: string | null = null;
  #capture: Capture | null = null;
  #firstPicture: string | null = null;
  #justOpenedPre = false;

  constructor(options: SanitizeOptions, xml: boolean) {
    this.#options = options;
    this.#xml = xml;
    this.#recorder = new TextRecorder(options.wantedIds);
    if (options.kind === 'svg') this.#part = 'body';
  }

  open(rawName: string, attributes: Record<string, string>): void {
    this.#justOpenedPre = false;
    const parent = this.#frames.at(-1);
    const { vocabulary, name } = this.#scope.element(rawName, attributes, parent);
    const frame: Frame = {
      vocabulary,
      name,
      end: '',
      dropped: (parent?.dropped ?? false) || this.#capture !== null || (!parent && this.#hasRoot()),
      block: false,
      aside: false,
      heading: false,
      caseTaken: false,
    };
    this.#frames.push(frame);
    if (frame.dropped) return;
    const source = this.#scope.attributes(attributes);
    if (vocabulary === 'html' || vocabulary === 'unknown') this.#openHtml(frame, source);
    else if (vocabulary === 'epub') this.#openEpub(frame, parent, source);
    else this.#openForeign(frame, vocabulary, source, parent);
  }

  /** A drawing is one element; what follows it would make it no XML. */
  #hasRoot(): boolean {
    return this.#options.kind === 'svg' && this.#body.length > 0;
  }

  #openHtml(frame: Frame, source: readonly SourceAttribute[]): void {
    const { name } = frame;
    const policy = this.#options.policy;
    if (this.#options.kind === 'html') {
      if (name === 'html') {
        this.#rootAttributes = safeAttributes('html', name, source, policy);
        return;
      }
      if (name === 'head' && this.#part === 'before') {
        this.#part = 'head';
        return;
      }
      if (name === 'body') {
        this.#part = 'body';
        for (const [key, value] of safeAttributes('html', name, source, policy))
          this.#bodyAttributes.set(key, value);
        this.#noteId(this.#bodyAttributes);
        return;
      }
    }
    if (name === 'style') return this.#startCapture('style', plain(source, 'media'));
    if (name === 'link') {
      frame.dropped = true;
      return this.#linkSheet(source);
    }
    if (name === 'title' && this.#part !== 'body') return this.#startCapture('title', undefined);
    if (name === 'meta') {
      frame.dropped = true;
      const content = plain(source, 'content');
      if (plain(source, 'name')?.toLowerCase() === 'viewport' && content) this.#viewport(content);
      return;
    }
    if (droppedElements.has(name)) {
      frame.dropped = true;
      return;
    }
    if (this.#part === 'head') {
      // A forgotten </head>: HTML parsers go on with the body, and so does this one.
      if (this.#xml) frame.dropped = true;
      else this.#part = 'body';
    } else if (this.#part === 'before') this.#part = 'body';
    if (frame.dropped) return;
    if (name === 'object') return this.#openObject(frame, source);
    const written = replacedElements.get(name) ?? (htmlElements.has(name) ? name : null);
    if (written !== null) this.#write(frame, 'html', written, safeAttributes('html', name, source, policy));
  }

  /** A picture in an <object> is a picture; anything else in one is not shown, and what stands in for it is. */
  #openObject(frame: Frame, source: readonly SourceAttribute[]): void {
    const data = plain(source, 'data');
    const picture = data === undefined ? null : this.#options.policy.picture(data);
    if (picture === null) return;
    const attributes = safeAttributes('html', 'img', source, this.#options.policy);
    attributes.set('src', picture);
    attributes.set('alt', plain(source, 'aria-label') ?? plain(source, 'title') ?? '');
    attributes.delete('type');
    this.#write(frame, 'html', 'img', attributes);
    frame.dropped = true;
  }

  #openForeign(
    frame: Frame,
    vocabulary: 'svg' | 'math',
    source: readonly SourceAttribute[],
    parent?: Frame,
  ): void {
    if (this.#part !== 'body') this.#part = 'body';
    const written =
      vocabulary === 'svg'
        ? svgElements.get(frame.name)
        : mathElements.has(frame.name)
          ? frame.name
          : undefined;
    if (written === undefined) {
      frame.dropped = droppedElements.has(frame.name);
      return;
    }
    if (written === 'style') return this.#startCapture('style', plain(source, 'media'));
    const attributes = safeAttributes(vocabulary, frame.name, source, this.#options.policy);
    // What is animated is named, or nothing is.
    if (/^(animate|set)$/.test(written) && !attributes.has('attributeName')) {
      frame.dropped = true;
      return;
    }
    this.#write(frame, vocabulary, written, attributes, parent);
  }

  /** epub:switch shows its first case that a browser can draw, else its default. */
  #openEpub(frame: Frame, parent: Frame | undefined, source: readonly SourceAttribute[]): void {
    if (frame.name === 'trigger') frame.dropped = true;
    if (frame.name !== 'case' && frame.name !== 'default') return;
    const wanted = plain(source, 'required-namespace');
    const drawable =
      frame.name === 'default' ||
      [namespaces.math, namespaces.svg, namespaces.html].some((known) => known === wanted);
    if (!parent || parent.caseTaken || !drawable) frame.dropped = true;
    else parent.caseTaken = true;
  }

  #write(
    frame: Frame,
    vocabulary: 'html' | 'svg' | 'math',
    name: string,
    attributes: Map<string, string>,
    parent: Frame | undefined = this.#frames.at(-2),
  ): void {
    frame.block = blockElements.has(name);
    frame.aside =
      name === 'rt' || name === 'rp' || name === 'annotation' || name === 'desc' || name === 'title';
    frame.heading = vocabulary === 'html' && /^h[1-6]$/.test(name);
    if (frame.block) this.#recorder.break();
    if (frame.heading) this.#recorder.startHeading();
    if (frame.aside) this.#recorder.startAside();
    this.#noteId(attributes);
    if (name === 'img' || name === 'image')
      this.#firstPicture ??=
        attributes.get('src') ?? attributes.get('xlink:href') ?? attributes.get('href') ?? null;
    const outer = parent?.vocabulary === 'svg' || parent?.vocabulary === 'math' ? parent.vocabulary : 'html';
    const isRoot = this.#frames.length === 1 && this.#options.kind === 'svg';
    let declared = outer !== vocabulary || isRoot ? ` xmlns="${namespaces[vocabulary]}"` : '';
    if (name === 'svg') declared += ` xmlns:xlink="${namespaces.xlink}"`;
    if (isRoot) declared += ` xmlns:epub="${namespaces.epub}"`;
    const start = `<${name}${declared}${writeAttributes(attributes)}`;
    if (vocabulary === 'html' && voidElements.has(name)) this.#body.push(`${start}/>`);
    else {
      this.#body.push(`${start}>`);
      frame.end = `</${name}>`;
      this.#justOpenedPre = name === 'pre';
    }
  }

  #noteId(attributes: ReadonlyMap<string, string>): void {
    const id = attributes.get('id') ?? attributes.get('name');
    if (id !== undefined) this.#recorder.noteId(id);
  }

  text(data: string): void {
    if (this.#capture) {
      this.#capture.text += data;
      return;
    }
    const frame = this.#frames.at(-1);
    if (frame?.dropped) return;
    if (this.#part !== 'body') {
      // Words that stand in no body: HTML shows them, XML has none.
      if (this.#xml || data.trim() === '') return;
      this.#part = 'body';
    }
    if (frame === undefined && (this.#xml || this.#options.kind === 'svg')) return;
    if (
      this.#options.kind === 'html' &&
      (frame?.name === 'html' || frame === undefined) &&
      data.trim() === ''
    )
      return;
    let shown = legalXml(data);
    // An HTML parser swallows a line break right after <pre>: so that both agree, there is none.
    if (this.#justOpenedPre) {
      shown = shown.replace(/^\n+/, '');
      this.#justOpenedPre = shown === '';
    }
    this.#recorder.add(shown);
    this.#body.push(escapeXml(shown));
  }

  close(): void {
    this.#justOpenedPre = false;
    const frame = this.#frames.pop();
    if (!frame) return;
    if (this.#capture && this.#frames.length < this.#capture.depth) this.#endCapture();
    if (frame.name === 'head' && this.#part === 'head') this.#part = 'before';
    if (frame.end !== '') this.#body.push(frame.end);
    if (frame.heading) this.#recorder.endHeading();
    if (frame.aside) this.#recorder.endAside();
    if (frame.block) this.#recorder.break();
  }

  #startCapture(into: Capture['into'], media: string | undefined): void {
    this.#capture = { into, text: '', media, depth: this.#frames.length };
  }

  #endCapture(): void {
    const capture = this.#capture;
    this.#capture = null;
    if (!capture) return;
    if (capture.into === 'title') {
      this.#title ??= capture.text.replace(/\s+/g, ' ').trim();
      return;
    }
    const css = sanitizeCss(capture.text, this.#options.policy.style);
    if (css.trim() === '') return;
    if (this.#options.kind === 'svg') {
      // A drawing that is shown as a picture may load nothing, so its style stays in it.
      this.#body.push(`<style>${escapeXml(css)}</style>`);
      this.#recorder.addAside(legalXml(css));
      return;
    }
    const address = this.#options.keepStyle(css);
    if (address !== null) this.#sheet(address, capture.media);
  }

  #linkSheet(source: readonly SourceAttribute[]): void {
    const rel = wordsOf(plain(source, 'rel')?.toLowerCase());
    const href = plain(source, 'href');
    if (!rel.includes('stylesheet') || rel.includes('alternate') || href === undefined) return;
    const address = this.#options.policy.sheet(href);
    if (address !== null) this.#sheet(address, plain(source, 'media'));
  }

  /** <?xml-stylesheet href="…"?> at the top of a drawing or a page. */
  styleSheetInstruction(data: string): void {
    const href = /\shref\s*=\s*["']([^"']*)["']/.exec(data.slice(0, 2_000))?.[1];
    const address = href === undefined ? null : this.#options.policy.sheet(href);
    if (address !== null && this.#options.kind === 'html') this.#sheet(address, undefined);
  }

  #sheet(address: string, media: string | undefined): void {
    const attributes = new Map([
      ['rel', 'stylesheet'],
      ['type', 'text/css'],
      ['href', address],
    ]);
    if (media) attributes.set('media', media);
    this.#head.push(`<link${writeAttributes(attributes)}/>`);
  }

  #viewport(content: string): void {
    if (!/^[\w\s=.,;:%-]{1,200}$/.test(content)) return;
    this.#head.push(
      `<meta${writeAttributes(
        new Map([
          ['name', 'viewport'],
          ['content', content],
        ]),
      )}/>`,
    );
  }

  finish(): SanitizedDocument {
    while (this.#frames.length > 0) this.close();
    const recorded = this.#recorder.finish();
    const title = this.#title ?? '';
    const found = { ...recorded, title, firstPicture: this.#firstPicture };
    const body = this.#body.join('');
    if (this.#options.kind === 'svg')
      return { markup: `<?xml version="1.0" encoding="utf-8"?>\n${body}`, ...found };
    const root = this.#rootAttributes;
    const language = root.get('lang') ?? root.get('xml:lang') ?? this.#options.language;
    if (language) root.set('lang', language).set('xml:lang', root.get('xml:lang') ?? language);
    const markup =
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html${rootNamespaces}${writeAttributes(root)}>` +
      `<head><meta charset="utf-8"/><title>${escapeXml(title)}</title>${this.#head.join('')}</head>` +
      `<body${writeAttributes(this.#bodyAttributes)}>${body}</body></html>`;
    return { markup, ...found };
  }
}

const plain = (source: readonly SourceAttribute[], name: string) =>
  source.find((attribute) => attribute.vocabulary === 'none' && attribute.name === name)?.value;
