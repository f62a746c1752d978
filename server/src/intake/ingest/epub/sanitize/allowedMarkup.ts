/** Allow-lists for three vocabularies. Nothing else reaches the page as markup. */

/** An unknown vocabulary counts as HTML. */
export type Vocabulary = 'html' | 'svg' | 'math' | 'epub' | 'xlink' | 'xml';

export const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
  epub: 'http://www.idpf.org/2007/ops',
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const;

const words = (text: string) => text.trim().split(/\s+/);
const set = (text: string) => new Set(words(text));
/** Maps lower-case names to the spelling of the vocabulary. */
const spelling = (text: string) => new Map(words(text).map((name) => [name.toLowerCase(), name]));

export const htmlElements = set(`
  article aside section nav header footer main hgroup address h1 h2 h3 h4 h5 h6 search
  div p hr pre blockquote ol ul li dl dt dd menu dir figure figcaption details summary center fieldset legend
  a abbr acronym b bdi bdo big br cite code data dfn em font i kbd label mark meter output progress q
  rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr del ins
  table caption colgroup col tbody thead tfoot tr td th
  img picture source audio video track map area`);

/** Void elements, written as <br/>, which XML and HTML parsers read alike. */
export const voidElements = set('br hr img wbr col area source track link meta');

/** Removed with their content. */
export const droppedElements = set(`
  script template iframe frame frameset noframes embed applet param input select textarea option datalist optgroup keygen
  base meta link title xmp plaintext noembed portal fencedframe bgsound command handler listener metadata
  annotation-xml trigger`);

/** Replaced by a plain element that keeps the content and can be styled. */
export const replacedElements = new Map([
  ['form', 'div'],
  ['button', 'span'],
  ['dialog', 'div'],
  ['marquee', 'div'],
  ['blink', 'span'],
  ['nobr', 'span'],
]);

/** Allowed HTML attributes that are neither URLs nor behavior. aria-*, data-* and epub:* are allowed too. */
export const htmlAttributes = set(`
  id class style lang dir title role hidden translate name
  abbr align alt axis bgcolor border cellpadding cellspacing char charoff clear color cols colspan compact coords datetime
  default face frame headers height high hreflang hspace kind label low max media min muted noshade nowrap open optimum
  reversed rows rowspan rules scope shape size sizes span srclang start summary type usemap valign value vspace width loop
  controls preload text vlink alink itemprop typeof property about resource vocab prefix`);

export const svgElements = spelling(`
  svg g defs symbol use title desc switch view a style
  path rect circle ellipse line polyline polygon text tspan textPath image marker
  linearGradient radialGradient stop pattern clipPath mask filter foreignObject
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateTransform animateMotion mpath set`);

/** Allowed SVG attributes, which may also be animated. None can hold a script; URLs are handled separately. */
export const svgAttributes = spelling(`
  id class style lang tabindex role transform
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d dx dy width height points pathLength viewBox preserveAspectRatio version baseProfile
  offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits filterUnits primitiveUnits markerUnits markerWidth markerHeight refX refY orient
  rotate lengthAdjust textLength startOffset method spacing side zoomAndPan requiredFeatures requiredExtensions systemLanguage
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule filter
  flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering kerning letter-spacing lighting-color
  marker marker-end marker-mid marker-start mask opacity overflow paint-order pointer-events shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility word-spacing writing-mode
  in in2 result mode type values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode
  preserveAlpha kernelUnitLength surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle
  scale xChannelSelector yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles azimuth elevation
  pointsAtX pointsAtY pointsAtZ z amplitude exponent intercept slope tableValues media title
  attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines keyPoints
  from to by additive accumulate path origin`);

export const mathElements = set(`
  math mi mn mo mtext mspace ms mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose
  msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mlabeledtr mtd maligngroup
  malignmark mstack mlongdiv msgroup msrow mscarries mscarry msline semantics annotation`);

export const mathAttributes = set(`
  id class style dir lang alttext display displaystyle scriptlevel mathvariant mathsize mathcolor mathbackground
  form fence separator lspace rspace stretchy symmetric maxsize minsize largeop movablelimits accent accentunder
  linethickness numalign denomalign bevelled notation columnalign rowalign columnspacing rowspacing columnlines rowlines
  frame framespacing equalrows equalcolumns columnspan rowspan columnwidth width height depth voffset open close separators
  lquote rquote subscriptshift superscriptshift align side minlabelspacing overflow encoding linebreak intent arg
  groupalign alignmentscope indentalign indentshift position shift location crossout stackalign charalign charspacing
  scriptsizemultiplier scriptminsize decimalpoint longdivstyle`);

/** Elements of SVG and MathML that may contain HTML. */
export const htmlInside = set('foreignobject mtext mi mn mo ms annotation');

/** Block elements, at whose edges a line of text ends. */
export const blockElements = set(`
  article aside section nav header footer main hgroup address h1 h2 h3 h4 h5 h6 div p hr pre blockquote ol ul li dl dt dd
  menu dir figure figcaption details summary center fieldset legend table caption colgroup tbody thead tfoot tr td th
  br img svg text body search`);
