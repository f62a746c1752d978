/** Irregular English words: base forms with their inflected forms. */
const table = `
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
`;

const bases = new Map<string, string[]>();
const formsOf = new Map<string, string[]>();
for (const line of table.trim().split('\n')) {
  const [base = '', forms = ''] = line.split(': ');
  formsOf.set(base, forms.split(' '));
  for (const form of forms.split(' ')) bases.set(form, [...(bases.get(form) ?? []), base]);
}

/** Base forms of an irregular English form; empty for other words. */
export const irregularBases = (form: string): readonly string[] => bases.get(form) ?? [];

/** Other irregular forms of an English word: 'bent' for 'bend', 'bend' for 'bent'; empty for most words. */
export function otherIrregularForms(word: string): string[] {
  const all = [word, ...irregularBases(word)].flatMap((base) => [base, ...(formsOf.get(base) ?? [])]);
  return [...new Set(all)].filter((form) => form !== word);
}
