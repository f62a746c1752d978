/** Irregular words by language: base forms with their inflected forms, without accents, like keys. */
const tables: Readonly<Record<string, string>> = {
  en: `
be: am is are was were been being
have: has had
do: does did done
go: went gone goes
say: said
make: made
take: took taken
come: came
see: saw seen
know: knew known
get: got gotten
give: gave given
find: found
think: thought
tell: told
become: became
show: shown
leave: left leaves
feel: felt
put: puts
bring: brought
begin: began begun
keep: kept
hold: held
write: wrote written
stand: stood
hear: heard
let: lets
mean: meant
meet: met
pay: paid
sit: sat
speak: spoke spoken
lie: lay lain lying
lead: led
read: reads
grow: grew grown
lose: lost
fall: fell fallen
send: sent
build: built
understand: understood
draw: drew drawn
break: broke broken
spend: spent
rise: rose risen
arise: arose arisen
drive: drove driven
buy: bought
wear: wore worn
choose: chose chosen
seek: sought
throw: threw thrown
catch: caught
deal: dealt
win: won
forget: forgot forgotten
sleep: slept
sell: sold
fly: flew flown
fight: fought
teach: taught
eat: ate eaten
sing: sang sung
strike: struck stricken
hang: hung
shake: shook shaken
ride: rode ridden
feed: fed
shoot: shot
drink: drank drunk
hide: hid hidden
swing: swung
swim: swam swum
run: ran
ring: rang rung
sink: sank sunk
spring: sprang sprung
shrink: shrank shrunk
stink: stank stunk
bear: bore borne born
swear: swore sworn
tear: tore torn
bite: bit bitten
blow: blew blown
freeze: froze frozen
steal: stole stolen
wake: woke woken
awake: awoke awoken
weave: wove woven
bind: bound
wind: wound
grind: ground
dig: dug
stick: stuck
sting: stung
spin: spun
cling: clung
fling: flung
wring: wrung
slay: slew slain
shine: shone
slide: slid
flee: fled
breed: bred
bleed: bled
creep: crept
weep: wept
sweep: swept
kneel: knelt
dwell: dwelt
smell: smelt
spell: spelt
burn: burnt
learn: learnt
dream: dreamt
lean: leant
leap: leapt
lend: lent
bend: bent
light: lit
forgive: forgave forgiven
forsake: forsook forsaken
mistake: mistook mistaken
undertake: undertook undertaken
overcome: overcame
withdraw: withdrew withdrawn
withhold: withheld
behold: beheld
beseech: besought
bid: bade bidden
tread: trod trodden
stride: strode stridden
strive: strove striven
thrive: throve thriven
smite: smote smitten
cleave: clove cloven cleft
shear: shorn
swell: swollen
sew: sewn
sow: sown
mow: mown
saw: sawn
strew: strewn
hew: hewn
prove: proven
lay: laid
shoe: shod
die: dying
tie: tying
vie: vying
can: could
will: would
shall: should
may: might
man: men
woman: women
child: children
foot: feet
tooth: teeth
goose: geese
mouse: mice
louse: lice
ox: oxen
person: people
brother: brethren
penny: pence
die: dice
life: lives
wife: wives
knife: knives
wolf: wolves
half: halves
calf: calves
self: selves
shelf: shelves
leaf: leaves
thief: thieves
loaf: loaves
sheaf: sheaves
scarf: scarves
elf: elves
hoof: hooves
wharf: wharves
dwarf: dwarves
crisis: crises
basis: bases
thesis: theses
analysis: analyses
hypothesis: hypotheses
oasis: oases
axis: axes
phenomenon: phenomena
criterion: criteria
datum: data
medium: media
bacterium: bacteria
stratum: strata
formula: formulae
vertebra: vertebrae
nucleus: nuclei
stimulus: stimuli
cactus: cacti
fungus: fungi
radius: radii
index: indices
appendix: appendices
matrix: matrices
vertex: vertices
good: better best
well: better best
bad: worse worst
far: farther further farthest furthest
little: less least
much: more most
many: more most
old: elder eldest
`,
  de: `
sein: bin bist ist sind seid war warst waren wart gewesen sei
haben: hat hast hatte hatten hattest gehabt
werden: wird wirst wurde wurden geworden worden
gehen: ging gingen gegangen
kommen: kam kamen gekommen
stehen: stand standen gestanden
sehen: sieht siehst sah sahen gesehen
geben: gibt gibst gab gaben gegeben
nehmen: nimmt nimmst nahm nahmen genommen
sprechen: spricht sprach sprachen gesprochen
wissen: weiss weisst wusste wussten gewusst
konnen: kann kannst konnte konnten gekonnt
mussen: muss musst musste mussten
durfen: darf darfst durfte durften
wollen: will willst wollte wollten
mogen: mag magst mochte mochten
lassen: lasst liess liessen gelassen
halten: halt hielt hielten gehalten
fallen: fallt fiel fielen gefallen
laufen: lauft lief liefen gelaufen
rufen: rief riefen gerufen
schreiben: schrieb schrieben geschrieben
bleiben: blieb blieben geblieben
finden: fand fanden gefunden
liegen: lag lagen gelegen
sitzen: sass sassen gesessen
lesen: liest las lasen gelesen
essen: isst ass assen gegessen
fahren: fahrt fuhr fuhren gefahren
tragen: tragt trug trugen getragen
ziehen: zog zogen gezogen
fliegen: flog flogen geflogen
verlieren: verlor verloren
bringen: brachte brachten gebracht
denken: dachte dachten gedacht
kennen: kannte kannten gekannt
tun: tut tat taten getan
beginnen: begann begannen begonnen
fangen: fangt fing fingen gefangen
sterben: stirbt starb starben gestorben
trinken: trank tranken getrunken
gut: besser beste besten
viel: mehr meiste meisten
`,
  fr: `
etre: suis es est sommes etes sont etais etait etions etiez etaient fus fut furent sera serai seront serait soit soient ete
avoir: ai as a avons avez ont avais avait avions aviez avaient eut eurent aura auront aurait ait aient eu ayant
aller: vais vas va vont ira iront irait aille
faire: fais fait faites font faisait faisaient fit firent fera feront ferait fasse
dire: dis dit dites disait disaient dirent dira
voir: vois voit voyons voient voyait vit virent verra vu
venir: viens vient viennent venait vint vinrent viendra venu
tenir: tiens tient tiennent tenait tint tinrent tenu
pouvoir: peux peut peuvent pouvait pouvaient put purent pourra pourrait puisse pu
vouloir: veux veut veulent voulait voulut voudra voudrait veuille voulu
savoir: sais sait savent savait sut sauras saura sache su
devoir: dois doit doivent devait dut devra devrait du
prendre: prends prend prennent prenait prit prirent pris
mettre: mets met mettent mettait mit mirent mis
croire: crois croit croient croyait crut cru
falloir: faut fallait fallut faudra
beau: belle belles bel beaux
vieux: vieille vieilles vieil
nouveau: nouvelle nouvelles nouvel nouveaux
oeil: yeux
monsieur: messieurs
madame: mesdames
ciel: cieux
`,
  es: `
ser: soy eres es somos sois son era eras eran fui fue fuimos fueron sea sido
estar: estoy esta estas estan estuvo estuvieron este
haber: he has ha hemos han habia habian hubo hubieron hay haya
ir: voy vas va vamos van iba iban fui fue fueron vaya yendo
tener: tengo tiene tienes tienen tuvo tuvieron tenga tendra
hacer: hago hace hizo hicieron hecho haga hara
decir: digo dice dices dicen dijo dijeron dicho diga dira diciendo
poder: puedo puede pueden pudo pudieron pueda podra pudiendo
querer: quiero quiere quieren quiso quisieron quiera
poner: pongo pone puso pusieron puesto ponga
venir: vengo viene vienen vino vinieron venga viniendo
ver: veo ve ven vio vieron visto
dar: doy da dan dio dieron
saber: se sabe supo supieron sepa
salir: salgo salga
traer: traigo trajo trajeron
caer: caigo cayo cayeron
oir: oigo oye oyo
morir: muere murio murieron muerto
dormir: duerme durmio
pedir: pide pidio
sentir: siente sintio
volver: vuelve vuelto
`,
  pt: `
ser: sou es e somos sao era eram fui foi foram seja sido
estar: estou esta estao estava esteve estiveram
ter: tenho tem tinha tinham teve tiveram tido
haver: ha havia houve
ir: vou vai vao ia iam foi foram
fazer: faco faz fez fizeram feito
dizer: digo diz disse disseram dito
poder: posso pode podem pode puderam
querer: quero quer quis
por: ponho poe pos puseram posto
vir: venho vem veio vieram vindo
ver: vejo ve viu viram visto
dar: dou da deu deram
saber: sei sabe soube
trazer: trago traz trouxe
`,
};

interface Irregulars {
  bases: ReadonlyMap<string, readonly string[]>;
  forms: ReadonlyMap<string, readonly string[]>;
}

const read = new Map<string, Irregulars>();

function irregularsIn(language: string): Irregulars {
  const known = read.get(language);
  if (known) return known;
  const bases = new Map<string, string[]>();
  const forms = new Map<string, string[]>();
  for (const line of (tables[language] ?? '').trim().split('\n')) {
    const [base = '', inflected = ''] = line.split(': ');
    forms.set(base, inflected.split(' '));
    for (const form of inflected.split(' ')) bases.set(form, [...(bases.get(form) ?? []), base]);
  }
  const irregulars = { bases, forms };
  read.set(language, irregulars);
  return irregulars;
}

/** Base forms of an irregular form; empty for other words. @param language its main language */
export const irregularBases = (form: string, language: string): readonly string[] =>
  irregularsIn(language).bases.get(form) ?? [];

/** Other irregular forms of an English word: 'bent' for 'bend', 'bend' for 'bent'; empty for most words. */
export function otherIrregularForms(word: string): string[] {
  const { forms } = irregularsIn('en');
  const all = [word, ...irregularBases(word, 'en')].flatMap((base) => [base, ...(forms.get(base) ?? [])]);
  return [...new Set(all)].filter((form) => form !== word);
}
