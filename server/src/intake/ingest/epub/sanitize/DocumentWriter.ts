import { escapeText, escapeXml, legalXml } from '../xml/xml.ts';
import {
  blockElements,
  droppedElements,
  htmlElements,
  htmlInside,
  mathElements,
  namespaces,
  replacedElements,
  svgElements,
  voidElements,
} from './allowedMarkup.ts';
import { EpubSwitches } from './EpubSwitches.ts';
import {
  NamespaceScope,
  plainValue,
  type SourceAttribute,
  safeAttributes,
  writeAttributes,
} from './elementAttributes.ts';
import { HeadWriter } from './HeadWriter.ts';
import { type Frame, KnownTags } from './KnownTags.ts';
import { MarkupOutput } from './MarkupOutput.ts';
import { mfencedOf, nextSeparator } from './mfenced.ts';
import type { SanitizedDocument, SanitizeOptions } from './sanitizedDocument.ts';
import { TextRecorder } from './TextRecorder.ts';

/** Turns parser events into a sanitized page or drawing; for the rules see sanitizeDocument.ts. */
export class DocumentWriter {
  readonly #options: SanitizeOptions;
  readonly #xml: boolean;
  readonly #scope = new NamespaceScope();
  readonly #frames: Frame[] = [];
  readonly #head: HeadWriter;
  readonly #body: MarkupOutput;
  readonly #recorder: TextRecorder;
  #part: 'before' | 'head' | 'body';
  #rootAttributes = new Map<string, string>();
  readonly #bodyAttributes = new Map<string, string>();
  #firstPicture: string | null = null;
  #justOpenedPre = false;
  readonly #switches: EpubSwitches;
  #startTags = 0;
  readonly #known = new KnownTags();

  /** @param source that the offsets of openKnown(), plainText() and close() refer to */
  constructor(options: SanitizeOptions, xml: boolean, source = '') {
    this.#options = options;
    this.#xml = xml;
    this.#body = new MarkupOutput(source);
    this.#head = new HeadWriter(options.policy);
    this.#switches = new EpubSwitches(options.firstCases);
    this.#recorder = new TextRecorder(options.wantedIds);
    this.#part = options.kind === 'svg' ? 'body' : 'before';
  }

  /** Length of the served text so far. */
  get textLength(): number {
    return this.#recorder.length;
  }

  /** @param raw the start tag as in the source, when it may be copied */
  open(rawName: string, attributes: Record<string, string>, raw?: string): void {
    this.#justOpenedPre = false;
    this.#startTags++;
    const parent = this.#frames.at(-1);
    const prefixes = this.#scope.changes;
    const { vocabulary, name } = this.#scope.element(rawName, attributes, parent);
    // Cached tags with prefixes are no longer valid.
    if (this.#scope.changes !== prefixes) this.#known.clear();
    const dropped =
      (parent?.dropped ?? false) || this.#head.capturing || (parent === undefined && this.#hasRoot());
    const frame: Frame = {
      vocabulary,
      name,
      start: '',
      end: '',
      picture: null,
      dropped,
      block: false,
      aside: false,
      heading: false,
      unseenSpace: vocabulary === 'math' && !htmlInside.has(name),
      fence: null,
      inside: this.#known.inside(vocabulary, name),
    };
    this.#frames.push(frame);
    if (dropped) return;
    const source = this.#scope.attributes(attributes);
    const inBody = this.#part === 'body';
    if (vocabulary === 'epub') this.#openEpub(frame, parent, source);
    else {
      if (vocabulary === 'svg' || vocabulary === 'math') this.#openForeign(frame, vocabulary, source);
      else if (this.#openStructure(frame, source) || this.#openHead(frame, source)) return;
      else this.#openHtml(frame, source);
      if (parent && inBody && raw && !this.#head.capturing)
        this.#known.learn(parent, { rawName, raw }, frame, source);
    }
  }

  /**
   * Opens an element whose start tag, at `[from, to)` of the source, is cached for this context.
   * @returns its name in the source; null when the tag must be parsed
   */
  openKnown(raw: string, from: number, to: number): string | null {
    const parent = this.#frames.at(-1);
    if (!parent || parent.dropped || this.#part !== 'body' || this.#head.capturing) return null;
    const knownTag = parent.inside.get(raw);
    if (!knownTag) return null;
    this.#justOpenedPre = false;
    this.#startTags++;
    this.#frames.push(knownTag.frame);
    if (knownTag.frame.start !== '') {
      this.#beginPart(parent);
      this.#noteOpened(knownTag.frame);
      if (knownTag.same) this.#body.copy(from, to);
      else this.#body.write(knownTag.frame.start);
    }
    return knownTag.rawName;
  }

  /** A drawing has one root element; anything after it would be malformed XML. */
  #hasRoot(): boolean {
    return this.#options.kind === 'svg' && !this.#body.isEmpty;
  }

  /** @returns whether it was <html>, <head> or <body>, which are written at the end */
  #openStructure({ name }: Frame, source: readonly SourceAttribute[]): boolean {
    if (this.#options.kind === 'svg') return false;
    if (name === 'html') {
      this.#rootAttributes = safeAttributes('html', name, source, this.#options.policy);
    } else if (name === 'head' && this.#part === 'before') {
      this.#part = 'head';
    } else if (name === 'body') {
      this.#part = 'body';
      for (const [key, value] of safeAttributes('html', name, source, this.#options.policy)) {
        this.#bodyAttributes.set(key, value);
      }
      this.#noteId(this.#bodyAttributes);
    } else return false;
    return true;
  }

  /** @returns whether it was an element for the head */
  #openHead(frame: Frame, source: readonly SourceAttribute[]): boolean {
    const { name } = frame;
    if (name === 'style') this.#head.startCapture('style', this.#frames.length, plainValue(source, 'media'));
    else if (name === 'title' && this.#part !== 'body') this.#head.startCapture('title', this.#frames.length);
    else if (name === 'link') this.#head.link(source);
    else if (name === 'meta') this.#head.meta(source);
    else return false;
    if (name === 'link' || name === 'meta') frame.dropped = true;
    return true;
  }

  #openHtml(frame: Frame, source: readonly SourceAttribute[]): void {
    const { name } = frame;
    // In XML everything in the head stays there; an HTML parser moves on to the body when </head> is missing.
    const inHead = this.#part === 'head' && this.#xml;
    const embedded = /^(object|embed|iframe)$/.test(name) && !inHead;
    frame.dropped = droppedElements.has(name) || inHead;
    if (frame.dropped && !embedded) return;
    this.#part = 'body';
    if (embedded) {
      if (name === 'iframe') this.#linkToFrame(frame, source);
      else this.#openObject(frame, source);
      return;
    }
    const written = replacedElements.get(name) ?? (htmlElements.has(name) ? name : null);
    if (written === null) return;
    this.#write(frame, 'html', written, safeAttributes('html', name, source, this.#options.policy));
  }

  /** A page of the book in an <iframe> becomes a link to it, named by the title of the frame or the address. */
  #linkToFrame(frame: Frame, source: readonly SourceAttribute[]): void {
    const address = plainValue(source, 'src') ?? '';
    const link = this.#options.policy.link(address);
    if (!link || link.outside) return;
    const label = plainValue(source, 'title') || address.trim();
    const attributes = safeAttributes('html', 'a', source, this.#options.policy);
    this.#write(frame, 'html', 'a', attributes.set('href', link.address));
    this.#recorder.add(label);
    this.#body.write(escapeText(label));
  }

  /** Images in <object> and <embed> are shown as images; for other content the fallback is shown. */
  #openObject(frame: Frame, source: readonly SourceAttribute[]): void {
    const data = plainValue(source, frame.name === 'embed' ? 'src' : 'data');
    const picture = data === undefined ? null : this.#options.policy.picture(data);
    if (picture === null) return;
    const attributes = safeAttributes('html', 'img', source, this.#options.policy);
    attributes.set('src', picture);
    attributes.set('alt', plainValue(source, 'aria-label') ?? plainValue(source, 'title') ?? '');
    attributes.delete('type');
    this.#write(frame, 'html', 'img', attributes);
    frame.dropped = true;
  }

  #openForeign(frame: Frame, vocabulary: 'svg' | 'math', source: readonly SourceAttribute[]): void {
    this.#part = 'body';
    const { name } = frame;
    const written = vocabulary === 'svg' ? svgElements.get(name) : mathElements.has(name) ? name : undefined;
    if (written === undefined) {
      frame.dropped = droppedElements.has(name);
      return;
    }
    if (written === 'style') {
      this.#head.startCapture('style', this.#frames.length, plainValue(source, 'media'));
      return;
    }
    const attributes = safeAttributes(vocabulary, name, source, this.#options.policy);
    if (written === 'mfenced') {
      this.#openFence(frame, source, attributes);
      return;
    }
    // An animation must name its attribute, or it is dropped.
    if (/^(animate|set)$/.test(written) && !attributes.has('attributeName')) frame.dropped = true;
    else this.#write(frame, vocabulary, written, attributes);
  }

  #openFence(
    frame: Frame,
    source: readonly SourceAttribute[],
    attributes: ReadonlyMap<string, string>,
  ): void {
    const ofRow = [...attributes].filter(([name]) => !/^(open|close|separators)$/.test(name));
    this.#write(frame, 'math', 'mrow', new Map(ofRow));
    frame.fence = mfencedOf(source);
    this.#operator(frame.fence.open, ' form="prefix" stretchy="true"');
  }

  /** Called when a child element opens. */
  #beginPart(parent: Frame | undefined): void {
    if (parent?.fence) this.#operator(nextSeparator(parent.fence));
  }

  #operator(sign: string, attributes = ''): void {
    if (sign === '') return;
    this.#recorder.add(sign);
    this.#body.write(`<mo${attributes}>${escapeText(sign)}</mo>`);
  }

  #openEpub(frame: Frame, parent: Frame | undefined, source: readonly SourceAttribute[]): void {
    if (frame.name === 'trigger') frame.dropped = true;
    if (frame.name === 'switch') this.#switches.open(this.#frames.length - 1, this.#startTags);
    if (frame.name !== 'case' && frame.name !== 'default') return;
    const wanted = plainValue(source, 'required-namespace');
    const drawable =
      frame.name === 'default' ||
      [namespaces.math, namespaces.svg, namespaces.html].some((namespace) => namespace === wanted);
    frame.dropped = !parent || !this.#switches.take(this.#frames.length - 2, drawable);
  }

  #write(
    frame: Frame,
    vocabulary: 'html' | 'svg' | 'math',
    name: string,
    attributes: ReadonlyMap<string, string>,
  ): void {
    this.#beginPart(this.#frames.at(-2));
    frame.block = blockElements.has(name);
    frame.aside = /^(rt|rp|rtc|annotation|desc)$/.test(name);
    frame.heading = vocabulary === 'html' && /^h[1-6]$/.test(name);
    if (name === 'img' || name === 'image') frame.picture = pictureIn(attributes);
    const isVoid = vocabulary === 'html' && voidElements.has(name);
    const start = `<${name}${this.#declared(vocabulary, name)}${writeAttributes(attributes)}`;
    frame.start = isVoid ? `${start}/>` : `${start}>`;
    frame.end = isVoid ? '' : `</${name}>`;
    this.#noteOpened(frame);
    this.#noteId(attributes);
    this.#body.write(frame.start);
  }

  /** Side effects of opening an element, beside its markup. */
  #noteOpened(frame: Frame): void {
    if (frame.block) this.#recorder.break();
    if (frame.heading) this.#recorder.startHeading();
    if (frame.aside) this.#recorder.startAside();
    if (frame.picture !== null) this.#firstPicture ??= frame.picture;
    this.#justOpenedPre = frame.end === '</pre>';
  }

  /** Namespace declarations that are needed because the parent has others. */
  #declared(vocabulary: 'html' | 'svg' | 'math', name: string): string {
    const parent = this.#frames.at(-2)?.vocabulary;
    const outer = parent === 'svg' || parent === 'math' ? parent : 'html';
    const isRoot = this.#frames.length === 1 && this.#options.kind === 'svg';
    const own = outer !== vocabulary || isRoot ? ` xmlns="${namespaces[vocabulary]}"` : '';
    const links = name === 'svg' ? ` xmlns:xlink="${namespaces.xlink}"` : '';
    return own + links + (isRoot ? ` xmlns:epub="${namespaces.epub}"` : '');
  }

  #noteId(attributes: ReadonlyMap<string, string>): void {
    const id = attributes.get('id') ?? attributes.get('name');
    if (id !== undefined) this.#recorder.noteId(id);
  }

  /** Text at `[from, to)` of the source that is valid XML without references. */
  plainText(data: string, from: number, to: number): void {
    const frame = this.#frames.at(-1);
    if (this.#justOpenedPre || this.#head.capturing || data.includes('>')) this.text(data);
    else if (frame?.unseenSpace && !frame.dropped) this.#plainTextOfFormula(data, to);
    else if (!frame?.dropped && this.#isShown(frame, data)) {
      if (frame?.name !== 'title') this.#recorder.add(data);
      this.#body.copy(from, to);
    }
  }

  text(data: string): void {
    if (this.#head.capturing) {
      this.#head.capture(data);
      return;
    }
    const frame = this.#frames.at(-1);
    if (frame?.dropped || !this.#isShown(frame, data)) return;
    let shown = legalXml(data);
    if (frame?.unseenSpace) shown = shown.replace(/[ \t\n]+/g, ' ');
    // HTML parsers drop a line break right after <pre>, so it is removed for both.
    if (this.#justOpenedPre) {
      shown = shown.replace(/^\n+/, '');
      this.#justOpenedPre = shown === '';
    }
    // The <title> of a drawing is at most a tooltip, so it does not count as text.
    if (frame?.name !== 'title') this.#recorder.add(shown);
    this.#body.write(escapeText(shown));
  }

  #plainTextOfFormula(data: string, to: number): void {
    if (/[^ \t\n]/.test(data)) this.text(data);
    else {
      this.#recorder.add(' ');
      // Usually the last of them is a space, so it can be copied together with what follows.
      this.#body.writeAs(' ', to - 1, to);
    }
  }

  #isShown(frame: Frame | undefined, data: string): boolean {
    if (frame === undefined && (this.#xml || this.#options.kind === 'svg')) return false;
    if (this.#part !== 'body') {
      // Text outside of the body: HTML shows it, XML does not have it.
      if (this.#xml || data.trim() === '') return false;
      this.#part = 'body';
    }
    const betweenParts = frame === undefined || frame.name === 'html';
    return !(betweenParts && this.#options.kind === 'html' && data.trim() === '');
  }

  /** @param from offset of the end tag in the source, up to `to`; 0 when it is not in the source */
  close(from = 0, to = 0): void {
    this.#justOpenedPre = false;
    const frame = this.#frames.pop();
    if (!frame) return;
    const style = this.#head.closed(this.#frames.length);
    if (style) this.#keepStyle(style);
    if (frame.name === 'head' && this.#part === 'head') this.#part = 'before';
    if (frame.fence) this.#operator(frame.fence.close, ' form="postfix" stretchy="true"');
    if (frame.end !== '') this.#body.writeAs(frame.end, from, to);
    this.#switches.close(this.#frames.length);
    if (frame.heading) this.#recorder.endHeading();
    if (frame.aside) this.#recorder.endAside();
    if (frame.block) this.#recorder.break();
  }

  #keepStyle({ css, media }: { css: string; media: string | undefined }): void {
    if (this.#options.kind === 'svg') {
      // A drawing used as an image may not load files, so its style stays inline.
      this.#body.write(`<style>${escapeXml(css)}</style>`);
      return;
    }
    const address = this.#options.keepStyle(css);
    if (address !== null) this.#head.sheet(address, media);
  }

  styleSheetInstruction(data: string): void {
    this.#head.instruction(data);
  }

  finish(): SanitizedDocument {
    while (this.#frames.length > 0) this.close();
    const facts = {
      ...this.#recorder.finish(),
      title: this.#head.title,
      firstPicture: this.#firstPicture,
      ...(this.#switches.empty.size > 0 ? { emptySwitches: this.#switches.empty } : {}),
    };
    const start = '<?xml version="1.0" encoding="utf-8"?>\n';
    const body = this.#body.finish();
    if (this.#options.kind === 'svg') return { markup: start + body, ...facts };
    const root = this.#rootAttributes;
    const language = root.get('lang') ?? root.get('xml:lang');
    if (language) root.set('lang', language).set('xml:lang', root.get('xml:lang') ?? language);
    const html = `<html xmlns="${namespaces.html}" xmlns:epub="${namespaces.epub}"${writeAttributes(root)}>`;
    const page = `${this.#head.write()}<body${writeAttributes(this.#bodyAttributes)}>${body}</body></html>`;
    return { markup: `${start}<!DOCTYPE html>\n${html}${page}`, ...facts };
  }
}

const pictureIn = (attributes: ReadonlyMap<string, string>) =>
  attributes.get('src') ?? attributes.get('xlink:href') ?? attributes.get('href') ?? null;
