/** Irregular forms of the most frequent words of other languages than English, without accents, like keys. */
const tables: Readonly<Record<string, string>> = {
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

const bases = new Map<string, ReadonlyMap<string, string[]>>();

function basesIn(language: string): ReadonlyMap<string, string[]> {
  const known = bases.get(language);
  if (known) return known;
  const read = new Map<string, string[]>();
  for (const line of (tables[language] ?? '').trim().split('\n')) {
    const [base = '', forms = ''] = line.split(': ');
    for (const form of forms.split(' ')) read.set(form, [...(read.get(form) ?? []), base]);
  }
  bases.set(language, read);
  return read;
}

/** Base forms of an irregular form. @param language its main language */
export const irregularBasesOf = (form: string, language: string): readonly string[] =>
  basesIn(language).get(form) ?? [];
