/**
 * Numbers in words, from one on, by language: how they follow "chapter", and how they stand before it. A slash
 * separates two words for a number, and a hyphen at the end of a word is any ending. Languages that write "chapter 3"
 * with signs of their own have none.
 */
export const numberWords: readonly { cardinal: string; ordinal: string }[] = [
  {
    cardinal:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    ordinal:
      'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  },
  {
    cardinal:
      'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    ordinal:
      'erste- zweite- dritte- vierte- fünfte- sechste- siebte-/siebente- achte- neunte- zehnte- elfte- zwölfte- dreizehnte- vierzehnte- fünfzehnte- sechzehnte- siebzehnte- achtzehnte- neunzehnte- zwanzigste-',
  },
  {
    cardinal:
      'un/premier deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
    ordinal:
      'premier/première deuxième/second/seconde troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième',
  },
  {
    cardinal:
      'uno/primero dos/segundo tres/tercero cuatro/cuarto cinco/quinto seis/sexto siete/séptimo ocho/octavo nueve/noveno diez/décimo once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    ordinal:
      'primer/primero/primera segundo/segunda tercer/tercero/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima octavo/octava noveno/novena décimo/décima',
  },
  {
    cardinal:
      'um/primeiro dois/segundo três/terceiro quatro/quarto cinco/quinto seis/sexto sete/sétimo oito/oitavo nove/nono dez/décimo onze doze treze catorze/quatorze quinze dezesseis dezessete dezoito dezenove vinte',
    ordinal:
      'primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta quinto/quinta sexto/sexta sétimo/sétima oitavo/oitava nono/nona décimo/décima',
  },
  {
    cardinal:
      'перв- втор-/два/две трет-/три четверт-/четыре пят- шест- седьм- восьм- девят- десят- одиннадцат- двенадцат- тринадцат- четырнадцат- пятнадцат- шестнадцат- семнадцат- восемнадцат- девятнадцат- двадцат-',
    ordinal:
      'перв- втор- трет- четверт- пят- шест- седьм- восьм- девят- десят- одиннадцат- двенадцат- тринадцат- четырнадцат- пятнадцат- шестнадцат- семнадцат- восемнадцат- девятнадцат- двадцат-',
  },
  {
    cardinal:
      'الأول/الأولى/واحد الثاني/الثانية/اثنان الثالث/الثالثة/ثلاثة الرابع/الرابعة/أربعة الخامس/الخامسة/خمسة السادس/السادسة/ستة السابع/السابعة/سبعة الثامن/الثامنة/ثمانية التاسع/التاسعة/تسعة العاشر/العاشرة/عشرة',
    ordinal: '',
  },
];
