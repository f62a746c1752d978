/** Question words and function words by language, which are not searched for. */
export const stopWords = {
  en: `a about according after again all also am an and any anything are as ask at be because been before being between book books both
    but by can compare compared contrast could describe did differ differs difference different did do does doing done down during each else ever every explain few find first for from further
    get give had happen happened happens has have having he her here hers him his how i if in into is it its just know let
    like list look lot many me mean means mentor mention mentions might more most much must my of off on once one only or
    other our out over own passage passages please quote read remember said same say says she should show so some something
    such tell than that the their them then there these they thing things think this those through to too under until up
    upon us very want was we well were what when where which while who whom whose why will with without would write written
    writes s t re ve ll m d role whats whos wheres hows you your highlight highlighted highlights marked note noted notes wrote speak speaks spoke`,
  de: `dafür darin dazu viele vielen wieviele geht gelesen rolle rollen spielt spielen laut aber alle allem allen aller alles als also am an andere anderen anderem auch auf aus bei beim beschreibe beschreibt
    bin bis bist bitte buch bücher büchern da damit dann das dass dein deine dem den denn der des dessen die dies diese diesem
    diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er erkläre erklären erwähnt erzähl erzähle
    erzählt es etwas für gab geben gemäß gibt habe haben hat hatte hatten ich ihm ihn ihnen ihr ihre ihren ihrer im in ins irgendwo
    ist jede jeden jeder jedes jemand kann kannst kapitel kommen kommt können man markiert markierung markierungen mehr mein
    meine meinem meinen meiner mich mir mit nach nicht nichts noch notiert notiz notizen nun nur ob oder ohne sag sage sagen
    sagt sagte schon schreibt sehr sein seine seinem seinen seiner sich sie sind so soll sollen sollte spricht sprechen stehen
    steht stelle stellen über um und uns unser unter viel vom von vor vorkommt wann war waren warum was weiß welche welchem
    welchen welcher welches wem wen wenn wer werden wessen weshalb wie wieso will wir wird wo wobei wodurch wofür woher wohin womit woran worauf woraus worin worüber worum wovon wozu wurde
    wurden
    zeig zeige zu zum zur zwischen`,
  fr: `dessus dedans rôle joue jouent selon à ai aient ailleurs ainsi alors après as au aucun aussi autre autres aux avait avant avec avoir bien c ça ce ceci cela
    celle celui ces cet cette ceux chaque chez chapitre combien comme comment d dans de décrit décris dedans depuis des dire dis
    dit dites donc du elle elles en encore entre es est et étaient était été être eu eux explique expliquer faire fait il ils j
    je jusque l la là laquelle le lequel les lesquels leur leurs livre livres lui m ma mais marqué me même mentionne mes moi mon
    montre n ne ni nos notes note notre nous on ont ou où par parce parle parler parlent parmi pas passage passages peu peut plus
    pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont souligné sous suis sur
    surligné surlignage surlignages t ta te tes toi ton tous tout toute toutes très trouve tu un une va vers voici voilà vos
    votre vous y`,
  es: `papel juega desempeña a acerca ahí al algo alguien algún alguna algunas algunos allí ante antes aparece aparecen aquel aquella aquí así aún
    aunque bien busca cada capítulo casi como cómo con contra cosa cosas cual cuál cuáles cuando cuándo cuanto cuánto cuántos
    cuántas de del desde describe dice dicen decir después di dime donde dónde dos durante e el él ella ellas ellos en encuentra
    entre era eran eres es esa esas ese eso esos está estaba están estar este esta estas esto estos estoy explica hace hacer hizo explicar fue
    fueron ha había habla hablan han hasta hay he la las le les libro libros lo los marcado marqué más me menciona mencionan mi
    mis mucho muy nada ni no nos nosotros nota notas o os otra otro otros otras para pasaje pasajes pero poco por porque pregunta
    puede que qué quien quién quiénes resaltado resaltados resalté se sea según ser si sí sido sin sobre son soy su sus también
    tan te tengo tiene tienen todo toda todas todos tu tus un una unas uno unos usted y ya yo`,
  pt: `papel desempenha segundo conforme a à acerca ainda algo alguém algum alguma algumas alguns ali ante antes ao aos aparece aparecem apenas aquela aquele
    aquilo aqui as às assim até cada capítulo coisa coisas com como contra da das de dela dele deles depois descreve desde dessa
    desse desta deste destacado destaque destaques destaquei diga diz dizem dizer do dos e é ela elas ele eles em entre era eram
    és essa essas esse esses esta está estão estas estava este estes estou eu explica explicar explique fala falam faz fazer fez foi foram há
    isso isto já lhe livro livros lo mais marquei marcado mas me menciona mencionam mesmo meu meus mim minha minhas mostra muito
    na não nas nem nessa nesse nesta neste no nos nós nossa nosso nota notas num numa o onde os ou outra outras outro outros para
    pela pelas pelo pelos por porque pode qual quais quando quanto quantos quantas que quê quem são se sem ser seu seus sido sim
    sob sobre só sua suas também tão te tem têm tenho ter teu teus todo toda todas todos trecho trechos tu tua um uma umas uns
    vai você vocês`,
  ja: `本 中 何 誰 人 所 的 事 物 話 教えて ください どこ いつ なぜ どうして どのように どんな について という それ これ あれ この その ある いる
    する した して ます です ました でした から まで 言う 言って 語って 書いて 書いた 読む 読んだ 場所 箇所 章 部分 印 メモ ハイライト 私 説明 述べ 述べて`,
  zh: `什么 谁 我在 你在 为什么 哪里 哪儿 哪个 哪些 怎么 怎样 如何 何时 书 书中 里 中 说 说到 讲 讲到 谈 谈到 提到 写 写到 关于 我 我的 你 他 她 它 们
    的 了 是 在 有 吗 呢 和 与 或 对 把 被 这 那 这个 那个 个 本 本书 章 处 地方 段 段落 请 告诉 解释 描述 描写 划 划线 划了 线 笔记 标记 都 就 也
    还 不 没 没有 到 从 给 会 能 可以 要 想 时候 时 一 一个`,
  ar: `في من على إلى عن مع ما ماذا لماذا متى أين كيف هل كم أي أية الذي التي الذين هذا هذه ذلك تلك هو هي هم أنا أنت نحن كان كانت
    يكون قد لقد لم لن لا ليس و أو ثم بل حتى عند بين بعد قبل كل بعض غير كتاب الكتاب كتب كتبي كتابي قال يقول تقول يتحدث تتحدث
    ذكر يذكر تذكر يصف تصف اشرح أخبرني فصل الفصل موضع مواضع ظللت ظللته تظليلاتي ملاحظة ملاحظات ملاحظاتي كتبت إن أن به فيه فيها
    لي له لها عنه عنها`,
  ru: `согласно а без бы был была были было быть в вам вас во вот все всё вы где говорит да для до его ее её ей ему если есть ещё
    же за зачем здесь и из или им их к как какая какие каким каких каком какой какую когда кого кому кто куда ли мне много
    можно мой моя моё мы на над найди нам нас не него нее неё нет ни них но о об он она они оно от откуда очень по под
    покажи почему при про расскажи с сказал сказала скажи со так такая такие такой там то тоже только ты у уже хочет чего
    чей чём чем что чтобы это этого этой этом этот эти эта я`,
} as const;
