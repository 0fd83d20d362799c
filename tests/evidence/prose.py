"""Prose of our own in languages that the public data at hand leave out, with what quotations stumble on."""

from __future__ import annotations

GERMAN = """
Am 3. März 1987 öffnete die kleine Bücherei in der Schloßgasse zum ersten Mal ihre Türen.
Frau Dr. Elke Größler, die Gründerin, hatte dafür 4.200 Bände aus dem Nachlass ihres Großvaters gestiftet.
„Ein Haus ohne Bücher“, sagte sie damals, „ist wie ein Körper ohne Seele.“ Der Satz steht noch über dem Tor.
In den ersten zwölf Monaten kamen rund 1.350 Leserinnen und Leser, vor allem Schüler aus dem nahen Gymnasium.
Die Ausleihe kostete nichts; wer ein Buch verlor, zahlte 7,50 Mark oder brachte ein anderes mit.
Im Winter 1991/92 fror die Heizung ein, und die Öfen mussten fünf Wochen lang mit Holz geheizt werden.
Herr Jürgen Müller-Weiß, der Hausmeister, schlief in dieser Zeit auf einer Liege neben dem Kessel.
Seitdem heißt der Keller bei den Nachbarn nur noch „Müllers Höhle“ – und niemand weiß, ob er es übel nahm.
Ein Wasserschaden zerstörte 1998 etwa 12 % des Bestandes, darunter drei Handschriften aus dem 17. Jahrhundert.
Die Versicherung zahlte 86.400 Mark, was ungefähr zwei Drittel der Kosten deckte.
Den Rest sammelten die Bürger: Konzerte, Kuchenverkäufe und ein Lauf über 10 Kilometer brachten 31.275 Mark ein.
Nach dem Umbau im Jahr 2003 gab es zum ersten Mal einen Lesesaal mit Blick auf den Fluss.
Die Architektin Ayşe Yılmaz ließ dafür eine Mauer abreißen, die seit 1864 zwischen Hof und Ufer gestanden hatte.
Manche hielten das für einen Frevel; andere meinten, das Licht sei die schönste Spende von allen.
Heute umfasst die Sammlung 28.900 Titel in neun Sprachen, davon 5.100 in einfacher Sprache.
Jeden Dienstag um 16:30 Uhr liest die Schauspielerin Zoë Brückner Märchen vor, und zwar auch für Große.
Der Eintritt ist frei, doch eine Anmeldung bis 12 Uhr ist erwünscht.
Im Café nebenan gibt es Käsekuchen, Apfelmus und einen Tee, den alle „den Schwarzen“ nennen.
Zwischen 2015 und 2019 stieg die Zahl der Besuche von 18.700 auf 24.050 im Jahr.
Während der Schließung im Frühjahr 2020 fuhr ein Lastenrad die Bücher zu 640 Haushalten.
Die Fahrerin, Nele Öztürk, legte dabei 2.318 Kilometer zurück, meistens bei Regen und Gegenwind.
Sie sagt: „Ich kenne jetzt jede Klingel im Viertel, auch die kaputten.“
Eine Umfrage ergab, dass 87 % der Befragten die Öffnungszeiten gut oder sehr gut fanden.
Nur jeder Zwanzigste wünschte sich mehr Zeitschriften; fast niemand wollte weniger Bücher.
Im Herbst beginnt der zweite Bauabschnitt, der rund 1,4 Millionen Euro kosten und elf Monate dauern soll.
Geplant sind ein Aufzug, eine Rampe aus Eichenholz und ein Dach, auf dem Bienen wohnen können.
Die Bienen gehören dem Imker Lars Überacker, der schon den Dom und das Theater versorgt.
Er rechnet mit 35 Kilogramm Honig im ersten Jahr, wenn der Mai nicht zu kalt wird.
Die Ingenieure warnten jedoch, dass die alten Balken höchstens 2,5 Tonnen zusätzlich tragen.
Deshalb wird das Dach zuerst mit Stahl verstärkt; die Prüfung übernimmt ein Büro aus Lübeck.
Für Kinder unter sechs Jahren entsteht eine Höhle aus Filz, in der man flüstern, aber nicht rufen darf.
Der Stadtrat stimmte dem Plan am 14. September mit 23 zu 9 Stimmen bei 2 Enthaltungen zu.
Die Gegner wollten das Geld lieber für die Brücke ausgeben, deren Geländer seit Jahren rostet.
Bürgermeisterin Anna-Lena Groß versprach, dass auch die Brücke noch vor 2028 saniert werde.
„Wir müssen nicht wählen zwischen Lesen und Gehen“, erklärte sie und bekam dafür Applaus.
Wer helfen möchte, kann für 15 Euro einen Stuhl stiften oder samstags beim Einräumen mitmachen.
Auf jedem Stuhl steht ein Name; auf dem ältesten steht bloß „für Oma“.
Die jüngste Spenderin ist vier Jahre alt und heißt Mia, der älteste Spender ist 101.
Am letzten Abend vor dem Umbau bleibt das Haus bis Mitternacht geöffnet, danach ist Schluss.
Wer dann noch ein Buch zu Hause hat, braucht sich nicht zu fürchten: Die Frist läuft erst im Juni ab.
"""

FRENCH = """
Le 3 mars 1987, la petite bibliothèque de la rue des Trois-Écluses ouvrit ses portes pour la première fois.
Sa fondatrice, Hélène Lefèvre, avait donné 4 200 volumes hérités de son grand-père, un relieur d’Orléans.
« Une maison sans livres, disait-elle, c’est un corps sans âme. » La phrase est gravée au-dessus de l’entrée.
Au cours des douze premiers mois, près de 1 350 lecteurs s’inscrivirent, surtout des élèves du lycée voisin.
Le prêt ne coûtait rien ; celui qui perdait un ouvrage payait 7,50 francs ou en apportait un autre.
Pendant l’hiver 1991, la chaudière gela et l’on chauffa les salles au bois durant cinq semaines.
Le gardien, M. Étienne Brûlé, dormit tout ce temps sur un lit de camp à côté du poêle.
Depuis, les voisins appellent la cave « la grotte d’Étienne », et personne ne sait s’il s’en est fâché.
En 1998, un dégât des eaux détruisit environ 12 % du fonds, dont trois manuscrits du XVIIe siècle.
L’assurance versa 86 400 francs, ce qui couvrait à peu près les deux tiers des frais.
Le reste vint des habitants : des concerts, des gâteaux et une course de 10 kilomètres donnèrent 31 275 francs.
Après les travaux de 2003, on y trouva enfin une salle de lecture avec vue sur le canal.
L’architecte Ayşe Yılmaz fit abattre un mur qui séparait la cour de la berge depuis 1864.
Certains crièrent au sacrilège ; d’autres jugèrent que la lumière était le plus beau des dons.
Aujourd’hui, la collection compte 28 900 titres en neuf langues, dont 5 100 en langage simple.
Chaque mardi, à 16 h 30, la comédienne Zoé Garçon lit des contes, même aux grandes personnes.
L’entrée est libre, mais il vaut mieux s’inscrire avant midi.
Au café d’à côté, on sert une tarte aux pommes, des crêpes et un thé que tous appellent « le noir ».
Entre 2015 et 2019, le nombre de visites passa de 18 700 à 24 050 par an.
Durant la fermeture du printemps 2020, un vélo-cargo porta des livres à 640 foyers.
La cycliste, Maëlle N’Diaye, parcourut 2 318 kilomètres, le plus souvent sous la pluie.
« Je connais maintenant toutes les sonnettes du quartier, dit-elle, même celles qui ne marchent pas. »
D’après une enquête, 87 % des personnes interrogées trouvaient les horaires bons ou très bons.
Seul un lecteur sur vingt souhaitait davantage de revues ; presque nul n’en voulait moins.
À l’automne commence la seconde tranche, qui doit coûter 1,4 million d’euros et durer onze mois.
On prévoit un ascenseur, une rampe en chêne et un toit où des abeilles pourront loger.
Les ruches sont à l’apiculteur Loïc Guérin, qui s’occupe déjà de la cathédrale et de l’opéra.
Il espère 35 kilos de miel la première année, si le mois de mai n’est pas trop froid.
Les ingénieurs ont pourtant averti que les vieilles poutres ne portaient que 2,5 tonnes de plus.
C’est pourquoi le toit sera d’abord renforcé d’acier ; un bureau de Saint-Brieuc en fera l’essai.
Pour les enfants de moins de six ans, on installe une cabane de feutre où l’on chuchote.
Le conseil adopta le projet le 14 septembre par 23 voix contre 9, avec 2 abstentions.
Les opposants auraient préféré réparer le pont, dont la rambarde rouille depuis des années.
La maire, Anne-Laure Préfontaine, promit que le pont serait refait, lui aussi, avant 2028.
« Nous n’avons pas à choisir entre lire et marcher », déclara-t-elle, et l’on applaudit.
Qui veut aider peut offrir une chaise pour 15 euros ou venir ranger le samedi.
Chaque chaise porte un nom ; sur la plus ancienne, on lit seulement « pour mamie ».
La plus jeune donatrice a quatre ans et s’appelle Inès, le doyen en a cent un.
Le dernier soir avant les travaux, la maison restera ouverte jusqu’à minuit.
Et celle qui aurait encore un livre chez elle n’a rien à craindre : le délai court jusqu’en juin.
"""

SPANISH = """
El 3 de marzo de 1987 la pequeña biblioteca de la calle del Muñón abrió sus puertas por primera vez.
Su fundadora, Begoña Ibáñez, había donado 4.200 volúmenes que heredó de su abuelo, un encuadernador de Cádiz.
«Una casa sin libros», decía ella, «es como un cuerpo sin alma». La frase sigue escrita sobre la puerta.
En los doce primeros meses se apuntaron unos 1.350 lectores, sobre todo alumnos del instituto cercano.
El préstamo era gratuito; quien perdía un libro pagaba 750 pesetas o traía otro.
En el invierno de 1991 se heló la caldera y hubo que calentar las salas con leña durante cinco semanas.
El conserje, don Íñigo Peñalver, durmió todo ese tiempo en un catre al lado de la estufa.
Desde entonces los vecinos llaman al sótano «la cueva de Íñigo», y nadie sabe si le molestó.
En 1998 una inundación destruyó cerca del 12 % de los fondos, entre ellos tres manuscritos del siglo XVII.
El seguro pagó 864.000 pesetas, lo que cubría más o menos dos tercios de los gastos.
Lo demás lo reunió el barrio: conciertos, tartas y una carrera de 10 kilómetros dieron 312.750 pesetas.
Tras la obra de 2003 hubo por fin una sala de lectura con vistas al río.
La arquitecta Ayşe Yılmaz mandó derribar un muro que separaba el patio de la orilla desde 1864.
¿Fue un sacrilegio? Algunos lo creyeron; otros pensaron que la luz era el mejor de los regalos.
Hoy la colección tiene 28.900 títulos en nueve lenguas, 5.100 de ellos en lectura fácil.
Cada martes, a las 16:30, la actriz Zoé Núñez lee cuentos, también para los mayores.
La entrada es libre, pero conviene inscribirse antes del mediodía.
En el café de al lado sirven tarta de queso, compota y un té que todos llaman «el negro».
Entre 2015 y 2019 las visitas pasaron de 18.700 a 24.050 al año.
Durante el cierre de la primavera de 2020, una bicicleta de carga llevó libros a 640 hogares.
La ciclista, Nerea Ordóñez, recorrió 2.318 kilómetros, casi siempre con lluvia y viento en contra.
«Ahora conozco todos los timbres del barrio», dice, «incluso los que no funcionan».
Según una encuesta, al 87 % de los entrevistados el horario le parecía bueno o muy bueno.
Solo uno de cada veinte pedía más revistas; casi nadie quería menos libros.
En otoño empieza la segunda fase, que costará 1,4 millones de euros y durará once meses.
Se prevén un ascensor, una rampa de roble y un tejado donde puedan vivir las abejas.
Las colmenas son del apicultor Raúl Úbeda, que ya cuida las de la catedral y las del teatro.
Calcula 35 kilos de miel el primer año, si el mes de mayo no viene demasiado frío.
Los ingenieros avisaron, sin embargo, de que las vigas viejas solo aguantan 2,5 toneladas más.
Por eso primero se reforzará el tejado con acero; la prueba la hará una oficina de Logroño.
Para los niños de menos de seis años habrá una cabaña de fieltro en la que se puede susurrar.
El pleno aprobó el plan el 14 de septiembre por 23 votos contra 9, con 2 abstenciones.
Los contrarios preferían gastar el dinero en el puente, cuya barandilla se oxida desde hace años.
La alcaldesa, Ana María Güell, prometió que también el puente estaría listo antes de 2028.
«No tenemos que elegir entre leer y caminar», explicó, ¡y recibió un gran aplauso!
Quien quiera ayudar puede regalar una silla por 15 euros o venir los sábados a colocar libros.
Cada silla lleva un nombre; en la más antigua pone únicamente «para la abuela».
La donante más joven tiene cuatro años y se llama Mía; el mayor tiene ciento uno.
La última noche antes de la obra, la casa quedará abierta hasta las doce.
Y quien aún tenga un libro en casa no debe temer nada: el plazo acaba en junio.
"""

JAPANESE = """
一九八七年三月三日、川沿いの小さな図書館がはじめて扉を開いた。
創設者の佐々木春子は、祖父から受け継いだ4,200冊の本を寄贈した。
「本のない家は、心のない体のようだ」と彼女は語った。その言葉は今も入口に掲げられている。
最初の12か月で約1,350人が登録し、その多くは近くの高校の生徒だった。
貸し出しは無料で、本をなくした人は750円を払うか、別の本を持ってきた。
1991年の冬にはボイラーが凍り、五週間のあいだ薪で部屋を暖めた。
管理人の渡辺さんは、その間ずっとストーブの横の簡易ベッドで眠ったという。
それ以来、近所の人は地下室を「渡辺さんの洞窟」と呼んでいる。
1998年の水害では蔵書の約12％が失われ、そのうち三点は十七世紀の写本だった。
保険から支払われた864万円は、費用のおよそ三分の二にあたる。
残りは住民が集めた。コンサートやケーキの販売、そして10キロの競走で312万円になった。
2003年の改修のあと、川の見える閲覧室がようやくできた。
建築家のアイシェ・ユルマズは、1864年から中庭と岸を隔てていた壁を取り壊させた。
冒瀆だと言う人もいれば、光こそ最も美しい贈り物だと言う人もいた。
現在の蔵書は九つの言語で28,900点、そのうち5,100点はやさしい日本語で書かれている。
毎週火曜日の16時30分から、俳優の岡田ゆうが昔話を朗読する。
入場は無料だが、正午までに申し込むのが望ましい。
隣のカフェでは、チーズケーキとりんごのコンポート、それに「黒」と呼ばれるお茶が出る。
2015年から2019年にかけて、年間の来館者は18,700人から24,050人に増えた。
2020年の春に閉館していた間は、荷物用の自転車が640世帯に本を届けた。
配達を担当した小川みなみは、雨の中を合わせて2,318キロ走った。
「もう町じゅうの呼び鈴を知っています。壊れているものまで」と彼女は笑う。
アンケートでは、回答者の87％が開館時間を「よい」または「とてもよい」と答えた。
雑誌を増やしてほしいと答えたのは二十人に一人だけだった。
秋には第二期の工事が始まり、費用は１億４０００万円、期間は十一か月の予定である。
計画にはエレベーター、樫の木のスロープ、そして蜜蜂の住む屋根が含まれる。
蜂の世話をするのは、すでに大聖堂と劇場の巣箱を受け持つ養蜂家の上田さんだ。
五月が寒すぎなければ、初年度に35キログラムの蜂蜜が採れると彼は見込んでいる。
技術者たちは、古い梁が支えられるのはあと2.5トンまでだと警告した。
そのため、まず屋根を鋼で補強し、検査は札幌の事務所が行う。
六歳未満の子どものためには、ささやき声で話すフェルトの小屋ができる。
市議会は9月14日、賛成23、反対9、棄権2でこの計画を可決した。
反対派は、何年も前から手すりが錆びている橋に予算を使うべきだと主張した。
市長の藤原アンナは、橋も2028年より前に直すと約束した。
「読むことと歩くことのどちらかを選ぶ必要はありません」と市長が述べると、拍手が起こった。
手伝いたい人は、1,500円で椅子を一脚贈るか、土曜日に本を並べることができる。
どの椅子にも名前が書かれており、最も古い椅子には「おばあちゃんへ」とだけある。
最年少の寄付者は四歳の美亜、最年長は百一歳である。
工事前の最後の夜、図書館は真夜中まで開いている。
まだ家に本がある人も心配はいらない。返却の期限は六月である。
"""

KOREAN = """
1987년 3월 3일, 강가의 작은 도서관이 처음으로 문을 열었다.
설립자 김하늘은 할아버지에게서 물려받은 책 4,200권을 기증하였다.
“책이 없는 집은 영혼이 없는 몸과 같다.” 그가 남긴 이 말은 지금도 입구 위에 적혀 있다.
처음 열두 달 동안 약 1,350명이 등록했는데, 대부분 근처 고등학교의 학생들이었다.
대출은 무료였고, 책을 잃어버린 사람은 7,500원을 내거나 다른 책을 가져왔다.
1991년 겨울에는 보일러가 얼어붙어 다섯 주 동안 장작으로 방을 데웠다.
관리인 박철수 씨는 그동안 난로 옆의 간이침대에서 잠을 잤다고 한다.
그 뒤로 이웃들은 지하실을 ‘철수네 동굴’이라고 부른다.
1998년 홍수로 장서의 약 12%가 사라졌고, 그 가운데 세 점은 17세기의 필사본이었다.
보험사는 8,640만 원을 지급했으며, 이는 비용의 3분의 2쯤 되는 금액이었다.
나머지는 주민들이 모았다. 음악회와 빵 판매, 10킬로미터 달리기로 3,127만 원이 모였다.
2003년 공사가 끝난 뒤에야 강이 보이는 열람실이 생겼다.
건축가 아이셰 일마즈는 1864년부터 마당과 강둑을 가르던 담을 헐게 하였다.
어떤 이들은 그것을 모독이라 했고, 다른 이들은 빛이야말로 가장 아름다운 선물이라 하였다.
현재 소장 자료는 아홉 개 언어로 된 28,900종이며, 그중 5,100종은 쉬운 말로 쓰였다.
매주 화요일 16시 30분에는 배우 조이레가 옛이야기를 읽어 준다.
입장은 무료지만 정오까지 신청하는 것이 좋다.
옆 카페에서는 치즈 케이크와 사과 조림, 그리고 모두가 ‘검둥이’라 부르는 차를 판다.
2015년부터 2019년 사이에 연간 방문자는 18,700명에서 24,050명으로 늘었다.
2020년 봄 휴관 기간에는 짐 자전거가 640가구에 책을 날랐다.
배달을 맡은 오나래는 비를 맞으며 모두 2,318킬로미터를 달렸다.
“이제 동네의 초인종을 다 알아요. 고장 난 것까지도요.” 그는 웃으며 말한다.
설문 조사에 따르면 응답자의 87%가 운영 시간을 좋다고 평가하였다.
잡지를 더 원한 사람은 스무 명 가운데 한 명뿐이었다.
가을에는 두 번째 공사가 시작되며, 비용은 14억 원, 기간은 열한 달로 예상된다.
계획에는 승강기와 참나무 경사로, 그리고 벌이 살 수 있는 지붕이 들어 있다.
벌통은 이미 성당과 극장의 벌을 돌보는 양봉가 유라온의 것이다.
5월이 너무 춥지만 않으면 첫해에 꿀 35킬로그램을 딸 수 있다고 그는 내다본다.
기술자들은 낡은 들보가 버틸 수 있는 무게가 2.5톤뿐이라고 경고하였다.
그래서 먼저 지붕을 강철로 보강하고, 시험은 부산의 사무소가 맡는다.
여섯 살이 되기 전의 아이들을 위해 속삭일 수 있는 펠트 오두막도 짓는다.
시 의회는 9월 14일 찬성 23표, 반대 9표, 기권 2표로 계획을 통과시켰다.
반대하는 쪽은 몇 해 전부터 난간이 녹슬고 있는 다리에 돈을 쓰자고 하였다.
시장 안나리는 다리도 2028년 이전에 고치겠다고 약속하였다.
“읽는 일과 걷는 일 가운데 하나를 고를 필요는 없습니다.” 시장의 말에 박수가 터졌다.
돕고 싶은 사람은 15,000원으로 의자 하나를 기증하거나 토요일에 책 정리를 거들 수 있다.
의자마다 이름이 적혀 있고, 가장 오래된 의자에는 ‘할머니께’라고만 쓰여 있다.
가장 어린 기부자는 네 살 미아이고, 가장 나이 많은 기부자는 백한 살이다.
공사 전 마지막 밤에는 자정까지 문을 연다.
아직 집에 책이 있는 사람도 걱정할 것은 없다. 반납 기한은 6월이다.
"""

HINDI = """
3 मार्च 1987 को नदी के किनारे का छोटा पुस्तकालय पहली बार खुला।
संस्थापिका डॉ. हेमा जोशी ने अपने दादा से मिली 4,200 पुस्तकें दान में दीं।
“जिस घर में पुस्तकें न हों, वह आत्मा के बिना शरीर जैसा है,” उन्होंने कहा था। यह वाक्य आज भी द्वार पर लिखा है।
पहले बारह महीनों में लगभग 1,350 पाठक जुड़े, जिनमें अधिकतर पास के विद्यालय के छात्र थे।
पुस्तक लेना मुफ़्त था; जो पुस्तक खो देता, वह 75 रुपये देता या दूसरी पुस्तक लाता।
1991 की सर्दियों में भट्ठी जम गई और पाँच सप्ताह तक कमरों को लकड़ी से गरम किया गया।
चौकीदार श्री फ़िरोज़ ख़ान उन दिनों चूल्हे के पास एक खाट पर सोते थे।
तब से पड़ोसी उस तहख़ाने को ‘फ़िरोज़ की गुफा’ कहते हैं।
1998 की बाढ़ में क़रीब 12% संग्रह नष्ट हुआ, जिसमें सत्रहवीं सदी की तीन पांडुलिपियाँ थीं।
बीमा कंपनी ने 8,64,000 रुपये दिए, जो ख़र्च के लगभग दो-तिहाई के बराबर थे।
बाक़ी धन लोगों ने जुटाया: संगीत, मिठाई और 10 किलोमीटर की दौड़ से 3,12,750 रुपये मिले।
2003 में मरम्मत के बाद नदी की ओर खुलने वाला वाचनालय बना।
वास्तुकार आयशा यिल्माज़ ने वह दीवार गिरवाई जो 1864 से आँगन और तट के बीच खड़ी थी।
कुछ लोगों ने इसे पाप माना; औरों को लगा कि प्रकाश ही सबसे सुंदर दान है।
आज संग्रह में नौ भाषाओं की २८,९०० पुस्तकें हैं, जिनमें ५,१०० सरल भाषा में हैं।
हर मंगलवार शाम 4:30 बजे अभिनेत्री ज़ोया कपूर कहानियाँ सुनाती हैं।
प्रवेश निःशुल्क है, पर दोपहर तक नाम लिखवाना अच्छा रहता है।
पास की दुकान में पनीर का केक, सेब का मुरब्बा और ‘काली’ कहलाने वाली चाय मिलती है।
2015 से 2019 के बीच आने वालों की संख्या 18,700 से बढ़कर 24,050 हो गई।
2020 के वसंत में जब भवन बंद था, एक साइकिल ने 640 घरों तक पुस्तकें पहुँचाईं।
साइकिल चलाने वाली नीलम ओझा ने वर्षा में कुल 2,318 किलोमीटर की यात्रा की।
वह कहती हैं, “अब मैं मोहल्ले की हर घंटी पहचानती हूँ, टूटी हुई भी।”
एक सर्वेक्षण में 87% लोगों ने खुलने का समय अच्छा या बहुत अच्छा बताया।
बीस में से केवल एक व्यक्ति ने अधिक पत्रिकाएँ माँगीं।
शरद ऋतु में दूसरा चरण शुरू होगा, जिस पर 1.4 करोड़ रुपये लगेंगे और ग्यारह महीने बीतेंगे।
योजना में एक लिफ़्ट, ओक की ढलान और मधुमक्खियों के लिए छत है।
छत्ते मधुपालक राजू उपाध्याय के हैं, जो मंदिर और रंगशाला के छत्ते भी सँभालते हैं।
यदि मई बहुत ठंडी न हुई, तो पहले वर्ष 35 किलोग्राम शहद की आशा है।
अभियंताओं ने चेताया कि पुरानी शहतीरें केवल 2.5 टन और सह सकती हैं।
इसलिए पहले छत को इस्पात से मज़बूत किया जाएगा; जाँच पुणे का एक कार्यालय करेगा।
छह वर्ष से छोटे बच्चों के लिए नमदे की एक कुटिया बनेगी, जहाँ फुसफुसाया जा सकता है।
नगर परिषद ने 14 सितंबर को 23 के मुक़ाबले 9 मतों से योजना स्वीकार की; 2 सदस्य तटस्थ रहे।
विरोधी चाहते थे कि धन पुल पर लगे, जिसकी रेलिंग वर्षों से ज़ंग खा रही है।
महापौर अन्ना-लेना घोष ने वचन दिया कि पुल भी 2028 से पहले ठीक होगा।
“हमें पढ़ने और चलने में से एक को चुनना नहीं है,” उन्होंने कहा, और तालियाँ बजीं।
जो सहायता करना चाहे, वह 1,500 रुपये में एक कुर्सी भेंट कर सकता है।
हर कुर्सी पर एक नाम है; सबसे पुरानी पर केवल ‘नानी के लिए’ लिखा है।
सबसे छोटी दाता चार वर्ष की मिया है और सबसे बड़े की आयु एक सौ एक वर्ष है।
मरम्मत से पहले की अंतिम रात भवन आधी रात तक खुला रहेगा।
जिसके पास अब भी पुस्तक हो, वह चिंता न करे: समय-सीमा जून में समाप्त होगी।
"""

RUSSIAN = """
3 марта 1987 года маленькая библиотека на Ёлочной улице впервые открыла свои двери.
Её основательница, Алёна Щербакова, подарила 4 200 томов, доставшихся ей от деда-переплётчика.
«Дом без книг, — говорила она, — что тело без души». Эти слова и теперь висят над входом.
За первые двенадцать месяцев записались около 1 350 читателей, в основном ученики соседней школы.
Книги выдавали бесплатно; потерявший книгу платил 7,50 рубля или приносил другую.
Зимой 1991 года замёрз котёл, и залы пять недель отапливали дровами.
Сторож, Фёдор Йовович, всё это время спал на раскладушке возле печи.
С тех пор соседи зовут подвал «пещерой Фёдора», и никто не знает, обиделся ли он.
В 1998 году вода погубила примерно 12 % собрания, в том числе три рукописи XVII века.
Страховая контора выплатила 86 400 рублей, что покрыло около двух третей расходов.
Остальное собрали жители: концерты, пироги и забег на 10 километров принесли 31 275 рублей.
После перестройки 2003 года появился наконец читальный зал с видом на реку.
Архитектор Айше Йылмаз велела снести стену, которая с 1864 года отделяла двор от берега.
Одни назвали это кощунством; другие решили, что свет — самый прекрасный из подарков.
Сегодня в собрании 28 900 изданий на девяти языках, из них 5 100 написаны простым языком.
Каждый вторник в 16:30 актриса Зоя Объедкова читает сказки, в том числе взрослым.
Вход свободный, но записаться лучше до полудня.
В кафе по соседству подают творожник, яблочное пюре и чай, который все зовут «чёрным».
С 2015 по 2019 год число посещений выросло с 18 700 до 24 050 в год.
Весной 2020 года, когда здание закрыли, грузовой велосипед развёз книги в 640 семей.
Велосипедистка Нелли Ожогина проехала 2 318 километров, чаще всего под дождём.
«Теперь я знаю каждый звонок в округе, — смеётся она, — даже сломанные».
По опросу, 87 % читателей сочли часы работы хорошими или очень хорошими.
Только каждый двадцатый просил больше журналов; почти никто не хотел меньше книг.
Осенью начнётся второй этап, который обойдётся в 1,4 миллиона рублей и продлится одиннадцать месяцев.
Задуманы лифт, дубовый пандус и крыша, на которой смогут жить пчёлы.
Ульи принадлежат пасечнику Льву Ухтомскому, который уже смотрит за собором и театром.
Он ждёт 35 килограммов мёда в первый год, если май не выдастся холодным.
Инженеры, однако, предупредили, что старые балки выдержат лишь 2,5 тонны сверх нынешнего.
Поэтому сначала крышу укрепят сталью; испытание проведёт контора из Костромы.
Для детей младше шести лет построят шалаш из войлока, где можно шептаться.
Городской совет принял план 14 сентября 23 голосами против 9 при 2 воздержавшихся.
Противники хотели потратить деньги на мост, перила которого ржавеют уже много лет.
Мэр Анна-Мария Грозная обещала, что и мост приведут в порядок до 2028 года.
«Нам не нужно выбирать между чтением и прогулкой», — объявила она под рукоплескания.
Желающие помочь могут подарить стул за 1 500 рублей или прийти в субботу расставлять книги.
На каждом стуле написано имя; на самом старом стоит только «для бабушки».
Самой юной дарительнице четыре года, её зовут Мия; самому старшему исполнился сто один год.
В последний вечер перед перестройкой дом будет открыт до полуночи.
А тому, у кого книга ещё дома, бояться нечего: срок истекает в июне.
"""

GREEK = """
Στις 3 Μαρτίου 1987 η μικρή βιβλιοθήκη της οδού Αγίας Ειρήνης άνοιξε για πρώτη φορά τις πόρτες της.
Η ιδρύτρια, η Ελένη Ξυδάκη, είχε χαρίσει 4.200 τόμους που κληρονόμησε από τον παππού της.
«Ένα σπίτι χωρίς βιβλία», έλεγε, «είναι σαν σώμα χωρίς ψυχή». Η φράση μένει γραμμένη πάνω από την είσοδο.
Τους πρώτους δώδεκα μήνες γράφτηκαν περίπου 1.350 αναγνώστες, κυρίως μαθητές του κοντινού λυκείου.
Ο δανεισμός ήταν δωρεάν· όποιος έχανε ένα βιβλίο πλήρωνε 750 δραχμές ή έφερνε άλλο.
Τον χειμώνα του 1991 πάγωσε ο λέβητας, και οι αίθουσες ζεσταίνονταν με ξύλα για πέντε εβδομάδες.
Ο φύλακας, ο κύριος Αϊβαλιώτης, κοιμόταν όλο αυτό τον καιρό σε ένα ράντζο δίπλα στη σόμπα.
Από τότε οι γείτονες λένε το υπόγειο «η σπηλιά του Μήτσου», και κανείς δεν ξέρει αν θύμωσε.
Το 1998 μια πλημμύρα κατέστρεψε σχεδόν το 12 % της συλλογής, μαζί με τρία χειρόγραφα του 17ου αιώνα.
Η ασφάλεια πλήρωσε 864.000 δραχμές, ποσό που κάλυπτε περίπου τα δύο τρίτα των εξόδων.
Τα υπόλοιπα τα μάζεψε η γειτονιά: συναυλίες, γλυκά και ένας αγώνας 10 χιλιομέτρων έφεραν 312.750 δραχμές.
Μετά τα έργα του 2003 υπήρχε επιτέλους ένα αναγνωστήριο με θέα στο ποτάμι.
Η αρχιτέκτονας Αϊσέ Γιλμάζ γκρέμισε έναν τοίχο που χώριζε την αυλή από την όχθη από το 1864.
Άλλοι το είπαν ιεροσυλία· άλλοι σκέφτηκαν πως το φως είναι το ωραιότερο δώρο.
Σήμερα η συλλογή έχει 28.900 τίτλους σε εννέα γλώσσες, από τους οποίους 5.100 σε απλή γλώσσα.
Κάθε Τρίτη στις 16:30 η ηθοποιός Ζωή Ψαρρά διαβάζει παραμύθια, και για μεγάλους.
Η είσοδος είναι ελεύθερη, μα καλό είναι να δηλώσετε συμμετοχή ως το μεσημέρι.
Στο διπλανό καφενείο σερβίρουν τυρόπιτα, κομπόστα και ένα τσάι που όλοι το λένε «μαύρο».
Από το 2015 ως το 2019 οι επισκέψεις ανέβηκαν από 18.700 σε 24.050 τον χρόνο.
Την άνοιξη του 2020, όταν το κτίριο ήταν κλειστό, ένα ποδήλατο μετέφερε βιβλία σε 640 νοικοκυριά.
Η ποδηλάτισσα, η Νεφέλη Ωραιοπούλου, διένυσε 2.318 χιλιόμετρα, τις πιο πολλές φορές με βροχή.
«Τώρα ξέρω κάθε κουδούνι της γειτονιάς», λέει, «ακόμη και τα χαλασμένα».
Σύμφωνα με μια έρευνα, το 87 % των ερωτηθέντων βρήκε το ωράριο καλό ή πολύ καλό.
Μόνο ένας στους είκοσι ζήτησε περισσότερα περιοδικά· σχεδόν κανείς δεν ήθελε λιγότερα βιβλία.
Το φθινόπωρο αρχίζει η δεύτερη φάση, που θα κοστίσει 1,4 εκατομμύρια ευρώ και θα κρατήσει έντεκα μήνες.
Προβλέπονται ένας ανελκυστήρας, μια ράμπα από δρυ και μια στέγη όπου θα ζουν μέλισσες.
Οι κυψέλες ανήκουν στον μελισσοκόμο Ραφαήλ Υψηλάντη, που φροντίζει ήδη το θέατρο.
Περιμένει 35 κιλά μέλι τον πρώτο χρόνο, αν ο Μάιος δεν είναι πολύ κρύος.
Οι μηχανικοί ωστόσο προειδοποίησαν ότι τα παλιά δοκάρια αντέχουν μόνο 2,5 τόνους ακόμη.
Γι’ αυτό πρώτα θα ενισχυθεί η στέγη με χάλυβα· τη δοκιμή θα κάνει ένα γραφείο από τα Ιωάννινα.
Για παιδιά κάτω των έξι ετών θα στηθεί μια καλύβα από τσόχα, όπου μπορεί κανείς να ψιθυρίζει.
Το συμβούλιο ενέκρινε το σχέδιο στις 14 Σεπτεμβρίου με 23 ψήφους έναντι 9 και 2 αποχές.
Οι αντίπαλοι προτιμούσαν να δοθούν τα χρήματα στη γέφυρα, που το κιγκλίδωμά της σκουριάζει χρόνια.
Η δήμαρχος, η Άννα-Λένα Γαλάνη, υποσχέθηκε πως και η γέφυρα θα επισκευαστεί πριν από το 2028.
«Δεν χρειάζεται να διαλέξουμε ανάμεσα στο διάβασμα και το περπάτημα», είπε και τη χειροκρότησαν.
Όποιος θέλει να βοηθήσει μπορεί να χαρίσει μια καρέκλα με 15 ευρώ ή να έρθει το Σάββατο.
Κάθε καρέκλα έχει ένα όνομα· στην πιο παλιά γράφει μόνο «για τη γιαγιά».
Η νεότερη δωρήτρια είναι τεσσάρων ετών και τη λένε Μία· ο γηραιότερος είναι εκατόν ενός.
Το τελευταίο βράδυ πριν από τα έργα το σπίτι θα μείνει ανοιχτό ως τα μεσάνυχτα.
Και όποιος έχει ακόμη βιβλίο στο σπίτι ας μη φοβάται: η προθεσμία λήγει τον Ιούνιο.
"""

PROSE = {
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "ja": JAPANESE,
    "ko": KOREAN,
    "hi": HINDI,
    "ru": RUSSIAN,
    "el": GREEK,
}
"""One text a language, a sentence or two a line."""
