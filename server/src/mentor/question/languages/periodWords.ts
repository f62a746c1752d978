/** A span of days that a question names. */
export type NamedPeriod =
  | 'today'
  | 'yesterday'
  | 'dayBefore'
  | 'thisWeek'
  | 'lastWeek'
  | 'thisMonth'
  | 'lastMonth'
  | 'thisYear'
  | 'lastYear';

/**
 * How a language names days. Phrases are written as in `IntentPhrases`; weekdays begin with Monday, months with
 * January; a slash separates two names of one, and a tilde stands for a space.
 */
export interface PeriodWords extends Readonly<Record<NamedPeriod, readonly string[]>> {
  weekdays: string;
  months: string;
}

export const periodWords: readonly PeriodWords[] = [
  {
    today: ['today'],
    yesterday: ['yesterday', 'last night'],
    dayBefore: ['day before yesterday'],
    thisWeek: ['this week'],
    lastWeek: ['last week'],
    thisMonth: ['this month'],
    lastMonth: ['last month'],
    thisYear: ['this year'],
    lastYear: ['last year'],
    weekdays: 'monday tuesday wednesday thursday friday saturday sunday',
    months: 'january february in~march april in~may june july august september october november december',
  },
  {
    today: ['heute'],
    yesterday: ['gestern'],
    dayBefore: ['vorgestern'],
    thisWeek: ['diese woche', 'dieser woche'],
    lastWeek: ['letzte woche', 'letzter woche', 'vergangene woche', 'vorige woche', 'letzten woche'],
    thisMonth: ['diesen monat', 'diesem monat'],
    lastMonth: ['letzten monat', 'letztem monat', 'vergangenen monat', 'vorigen monat'],
    thisYear: ['dieses jahr', 'diesem jahr', 'heuer'],
    lastYear: ['letztes jahr', 'letzten jahr', 'vergangenes jahr', 'voriges jahr'],
    weekdays: 'montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag',
    months: 'januar/jänner februar märz april im~mai juni juli august september oktober november dezember',
  },
  {
    today: ['aujourd hui'],
    // Not "hier" alone, which is "here" in German.
    yesterday: ['lu hier', 'lue hier', 'lus hier', 'ai hier', '^ hier', 'hier j', 'hier soir'],
    dayBefore: ['avant hier'],
    thisWeek: ['cette semaine'],
    lastWeek: ['semaine dernière', 'semaine passée'],
    thisMonth: ['ce mois'],
    lastMonth: ['mois dernier', 'mois passé'],
    thisYear: ['cette année'],
    lastYear: ['année dernière', 'an dernier', 'année passée'],
    weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
    months: 'janvier février en~mars avril mai juin juillet août septembre octobre novembre décembre',
  },
  {
    today: ['hoy'],
    yesterday: ['ayer', 'anoche'],
    dayBefore: ['anteayer', 'antes de ayer'],
    thisWeek: ['esta semana'],
    lastWeek: ['semana pasada', 'última semana'],
    thisMonth: ['este mes'],
    lastMonth: ['mes pasado', 'último mes'],
    thisYear: ['este año'],
    lastYear: ['año pasado'],
    weekdays: 'lunes martes miércoles jueves viernes sábado domingo',
    months:
      'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
  },
  {
    today: ['hoje'],
    yesterday: ['ontem'],
    dayBefore: ['anteontem'],
    thisWeek: ['esta semana', 'nesta semana', 'essa semana'],
    lastWeek: ['semana passada', 'última semana'],
    thisMonth: ['este mês', 'neste mês', 'esse mês'],
    lastMonth: ['mês passado', 'último mês'],
    thisYear: ['este ano', 'neste ano', 'esse ano'],
    lastYear: ['ano passado'],
    weekdays:
      'segunda~feira/na~segunda terça~feira/na~terça quarta~feira/na~quarta quinta~feira/na~quinta sexta~feira/na~sexta sábado domingo',
    months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  },
  {
    today: ['今日', 'きょう'],
    yesterday: ['昨日', 'きのう', '昨夜'],
    dayBefore: ['一昨日', 'おととい'],
    thisWeek: ['今週'],
    lastWeek: ['先週'],
    thisMonth: ['今月'],
    lastMonth: ['先月'],
    thisYear: ['今年'],
    lastYear: ['去年', '昨年'],
    weekdays: '月曜 火曜 水曜 木曜 金曜 土曜 日曜',
    months:
      '1月/一月 2月/二月 3月/三月 4月/四月 5月/五月 6月/六月 7月/七月 8月/八月 9月/九月 10月/十月 11月/十一月 12月/十二月',
  },
  {
    today: ['今天'],
    yesterday: ['昨天', '昨晚'],
    dayBefore: ['前天'],
    thisWeek: ['这周', '本周', '这个星期', '这星期'],
    lastWeek: ['上周', '上个星期', '上星期'],
    thisMonth: ['这个月', '本月'],
    lastMonth: ['上个月', '上月'],
    thisYear: ['今年'],
    lastYear: ['去年'],
    weekdays:
      '周一/星期一/礼拜一 周二/星期二/礼拜二 周三/星期三/礼拜三 周四/星期四/礼拜四 周五/星期五/礼拜五 周六/星期六/礼拜六 周日/星期日/星期天/礼拜天',
    months:
      '一月/1月 二月/2月 三月/3月 四月/4月 五月/5月 六月/6月 七月/7月 八月/8月 九月/9月 十月/10月 十一月/11月 十二月/12月',
  },
  {
    today: ['اليوم'],
    yesterday: ['أمس', 'البارحة'],
    dayBefore: ['أول أمس'],
    thisWeek: ['هذا الأسبوع'],
    lastWeek: ['الأسبوع الماضي'],
    thisMonth: ['هذا الشهر'],
    lastMonth: ['الشهر الماضي'],
    thisYear: ['هذه السنة', 'هذا العام'],
    lastYear: ['السنة الماضية', 'العام الماضي'],
    weekdays: 'الاثنين/الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد',
    months:
      'يناير/كانون~الثاني فبراير/شباط مارس/آذار أبريل/نيسان مايو/أيار يونيو/حزيران يوليو/تموز أغسطس سبتمبر/أيلول أكتوبر/تشرين~الأول نوفمبر/تشرين~الثاني ديسمبر/كانون~الأول',
  },
  {
    today: ['сегодня'],
    yesterday: ['вчера'],
    dayBefore: ['позавчера'],
    thisWeek: ['этой неделе', 'эту неделю'],
    lastWeek: ['прошлой неделе', 'прошлую неделю'],
    thisMonth: ['этом месяце', 'этот месяц'],
    lastMonth: ['прошлом месяце', 'прошлый месяц'],
    thisYear: ['этом году', 'этот год'],
    lastYear: ['прошлом году', 'прошлый год'],
    weekdays: 'понедельник вторник сред- четверг пятниц- суббот- воскресенье',
    months: 'январ- феврал- март- апрел- мае/май июн- июл- август- сентябр- октябр- ноябр- декабр-',
  },
];
