import type { IntentPhrases } from './intentPhrases.ts';

export const german: IntentPhrases = {
  intents: {
    explain: ['erklär-', 'erklaer-', 'bedeut-', 'heißt das', 'was heißt', 'gemeint', 'was ist das'],
    review: [
      'mach- * rezension',
      'schreib- * rezension',
      'rezension * schreib-',
      'entwirf * rezension',
      'beginn- * rezension',
      'hilf * rezension',
      'schreib- * buchbesprechung',
      'buchbesprechung * schreib-',
      'zu einer rezension',
    ],
    summary: [
      'fass- * zusammen',
      'zusammenfass-',
      'zusammengefasst',
      'bisher geschehen',
      'bisher passiert',
      'bisher geschah',
      'bisher gelesen',
      'handlung bisher',
      'bisherige handlung',
      'geschichte bisher',
    ],
    quiz: [
      'quiz zu',
      'quiz über',
      'ein quiz',
      'frag mich ab',
      'frage mich ab',
      'frag mich * ab',
      'teste mich',
      'prüf- mich',
      'stell- mir * fragen',
    ],
    plan: ['leseplan', 'lektüreplan', 'plan- * mein lesen', 'plan- * meine lektüre', 'plan zum lesen'],
    next: [
      'als nächstes * lesen',
      'lesen * als nächstes',
      'lese ich als nächstes',
      'danach lesen',
      'nächstes buch',
      'nächste lektüre',
      'was soll ich lesen',
      'was soll ich jetzt lesen',
      'welches buch soll ich',
      'empfiehl * buch',
      'empfehl- * buch',
      'empfiehl mir',
      'empfehl- * lesen',
      'schlag- * buch vor',
      'schlag mir * vor',
    ],
    connect: [
      'verbind- * markiert',
      'verbind- * markierungen',
      'verbind- * notizen',
      'verbind- * büchern',
      'verbindungen zwischen * büchern',
      'verknüpf- * markiert',
      'verknüpf- * büchern',
      'zusammenhang zwischen * büchern',
      'zusammenhänge zwischen * büchern',
      'bücher * gemeinsam',
      'gemeinsam * bücher',
      'gemeinsamkeit-',
    ],
    underWay: [
      'was lese ich',
      'woran lese ich',
      'welches buch lese ich',
      'welche bücher lese ich',
      'was ich * gerade lese',
    ],
    habit: [
      'wie viel * ich * gelesen',
      'wieviel * ich * gelesen',
      'wie viele * ich * gelesen',
      'wie lange * ich * gelesen',
      'wie oft * ich * gelesen',
      'wie viel lese ich',
      'wie lange lese ich',
      'wie oft lese ich',
      'meine leseserie',
      'meine serie',
      'meine lesegewohnheit-',
    ],
    highlights: [
      'was * ich * markiert',
      'was * ich * hervorgehoben',
      'welche * ich * markiert',
      'zeig- * meine markierungen',
      'meine letzten markierungen',
      'was sind meine markierungen',
    ],
  },
  chapter: ['kapitel #', '# kapitel'],
  pronouns:
    'er ihm ihn sein seine seiner seinem seinen sie ihr ihre ihrem ihren ihrer ihnen es dies diese dieser dieses das dort davon darüber damit',
  stopWords: `aber alle allem allen aller alles als also am an andere anderen anderem auch auf aus bei beim beschreibe beschreibt
    bin bis bist bitte buch bücher büchern da damit dann das dass dein deine dem den denn der des dessen die dies diese diesem
    diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er erkläre erklären erwähnt erzähl erzähle
    erzählt es etwas für gab geben gibt habe haben hat hatte hatten ich ihm ihn ihnen ihr ihre ihren ihrer im in ins irgendwo
    ist jede jeden jeder jedes jemand kann kannst kapitel kommen kommt können man markiert markierung markierungen mehr mein
    meine meinem meinen meiner mich mir mit nach nicht nichts noch notiert notiz notizen nun nur ob oder ohne sag sage sagen
    sagt sagte schon schreibt sehr sein seine seinem seinen seiner sich sie sind so soll sollen sollte spricht sprechen stehen
    steht stelle stellen über um und uns unser unter viel vom von vor vorkommt wann war waren warum was weiß welche welchem
    welchen welcher welches wem wen wenn wer werden wessen weshalb wie wieso will wir wird wo woher wohin worin wurde wurden
    zeig zeige zu zum zur zwischen`,
};
