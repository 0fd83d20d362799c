"""What can be told of a claim without a model: kinds of true claims, and of wrong ones that never pass."""

from __future__ import annotations

import sys

import pytest

from tesserix_rag.errors import ConfigurationError
from tesserix_rag.evidence import FactCode, FactReport, Verdict, check_facts

SUPPORTED = [
    (
        "verbatim",
        "The bridge was opened to traffic in 1932 and carries eight lanes.",
        ["The bridge was opened to traffic in 1932 and carries eight lanes. It is grey."],
    ),
    ("verbatim CJK", "該公司在台北有三百二十名員工。", ["背景。該公司在台北有三百二十名員工。其他。"]),
    ("number as a word", "The team has 12 members.", ["The team has twelve members."]),
    ("number as a word", "Das Team hat zwölf Mitglieder.", ["Das Team hat 12 Mitglieder."]),
    ("scaled number", "Revenue in 2023 was 4,200,000 euros.", ["Revenue in 2023 was €4.2 million."]),
    ("scaled number", "Der Umsatz betrug 4,2 Mio. Euro.", ["Der Umsatz betrug 4.200.000 Euro."]),
    (
        "double negative",
        "It is common for patients to feel dizzy.",
        ["It is not uncommon for patients to feel dizzy."],
    ),
    (
        "double negative",
        "The plan does cover water damage.",
        ["It is not true that the plan does not cover water damage."],
    ),
    (
        "double negative",
        "The plan covers water damage.",
        ["It is not true that the plan does not cover water damage."],
    ),
    ("double negative", "Withdrawal is not impossible.", ["Withdrawal is possible."]),
    (
        "several sources",
        "Acme was founded in 1987 and has 320 employees.",
        ["Acme was founded in 1987.", "Acme has 320 employees."],
    ),
    (
        "several sources",
        "The pump weighs 12 kg and the motor weighs 3 kg.",
        ["The motor weighs 3 kg.", "The pump weighs 12 kg."],
    ),
    ("light paraphrase", "The bridge was opened in 1932.", ["In 1932, the bridge was opened."]),
    ("light paraphrase", "Acme bought Beta in 2019.", ["Beta was bought by Acme in 2019."]),
    ("light paraphrase", "Acme has 320 employees.", ["Acme was founded in 1987. It has 320 employees."]),
    ("light paraphrase", "Acme has 320 employees.", ["Acme was founded in 1987 and has 320 employees."]),
    ("written otherwise", "The tower is 320 metres high.", ["The tower is 320 m high."]),
    ("written otherwise", "The tower is 0.32 km high.", ["The tower is 320 m high."]),
    ("written otherwise", "The tower is 320 m high.", ["The tower, built by Eiffel, is 320 m high."]),
    ("written otherwise", "Half of the staff left.", ["50 percent of the staff left."]),
    ("written otherwise", "The deadline is 2024-03-31.", ["The deadline is March 31st, 2024."]),
    ("written otherwise", "The deadline is March 2024.", ["The deadline is 31 March 2024."]),
    ("written otherwise", "The plan does not cover floods.", ["The plan doesn't cover floods."]),
    ("written otherwise", "The population is 4億.", ["The population is 400 million."]),
    ("written otherwise", "人口４億人。", ["人口4億人。"]),
    ("written otherwise", "عدد السكان 320.", ["عدد السكان ٣٢٠."]),
    ("written otherwise", "L’entreprise emploie douze personnes.", ["L'entreprise emploie 12 personnes."]),
    ("written otherwise", "La empresa tiene treinta y dos empleados.", ["La empresa tiene 32 empleados."]),
    ("written otherwise", "Acme pays 3 % interest.", ["Acme pays three per cent interest."]),
    ("written otherwise", "Acme cut costs by 2 percentage points.", ["Acme cut costs by 2 pp."]),
    ("written otherwise", "Sales increased by 5%.", ["Sales rose by five percent."]),
    ("written otherwise", "The firm was founded in 1987.", ["The company was established in 1987."]),
    ("written otherwise", "Das Programm ist nicht unmöglich.", ["Das Programm ist möglich."]),
    ("written otherwise", "It is not illegal to park here.", ["It is legal to park here."]),
    ("written otherwise", "Acme sells pumps and valves.", ["Acme sells pumps.", "Acme sells valves."]),
    (
        "written otherwise",
        "The museum opened in 1901 and the annex opened in 1950.",
        ["The museum opened in 1901.", "The annex opened in 1950."],
    ),
    (
        "written otherwise",
        "The library has 12,000 books. It opens at 9:00.",
        ["The library has twelve thousand books. It opens at 9:00."],
    ),
    ("written otherwise", "Two thirds of members agreed.", ["2/3 of members agreed."]),
    ("written otherwise", "The treaty was signed by Ann in 1950.", ["Ann signed the treaty in 1950."]),
    ("double negative", "It is not true that the library lends books.", ["The library does not lend books."]),
    ("double negative", "Contact was not lost.", ["Contact was never lost."]),
    (
        "light paraphrase",
        "Edith Marsh founded the museum in 1887.",
        ["The museum was founded in 1887 by Edith Marsh."],
    ),
    ("light paraphrase", "The museum was founded in 1887.", ["The museum was founded in 1887 by Edith Marsh."]),
    (
        "light paraphrase",
        "The museum was established by Edith Marsh in 1887.",
        ["The museum was founded in 1887 by Edith Marsh."],
    ),
    ("verbatim CJK", "研究團隊共有320人。", ["主鏡很大。研究團隊共有三百二十人，預算為4億元。"]),
    (
        "several sources",
        "Entry is free for members. Contact was never lost.",
        ["Contact was never lost.", "Entry is free for members."],
    ),
]
"""What the passages state, too: the kind, the claim, the passages."""

NOT_SUPPORTED = [
    ("out of source", "The mayor likes chess.", ["The bridge was opened in 1932."]),
    ("CJK number", "該公司有三百五十名員工。", ["該公司有三百二十名員工。"]),
    ("number", "The team has 13 members.", ["The team has twelve members."]),
    ("year", "The bridge was opened in 1933.", ["The bridge was opened in 1932."]),
    ("true in the world", "Paris is the capital of France.", ["Paris hosted the games in 2024."]),
    ("added qualifier", "The plan fully covers water damage.", ["The plan covers water damage."]),
    ("negation", "The plan covers water damage.", ["The plan does not cover water damage."]),
    ("negation", "The plan does not cover water damage.", ["The plan covers water damage."]),
    ("negation", "The contract is valid.", ["The contract is invalid."]),
    ("modality", "Employees must register.", ["Employees may register."]),
    (
        "number of another entity",
        "Plant B produced 500 tons.",
        ["Plant A produced 500 tons and plant B 700 tons."],
    ),
    (
        "number of another entity",
        "Plant A produced 700 tons.",
        ["Plant A produced 500 tons and plant B 700 tons."],
    ),
    ("number of another entity", "Acme earned 5 million.", ["Acme's rival Beta earned 5 million."]),
    ("date", "It starts on 30 March 2024.", ["It starts on 31 March 2024."]),
    ("unit", "The pump weighs 12 g.", ["The pump weighs 12 kg."]),
    ("entity swap", "Madrid is the capital of France.", ["Paris is the capital of France."]),
    ("quantifier", "All employees agreed.", ["Some employees agreed."]),
    ("quantifier", "Employees agreed.", ["Most employees agreed."]),
    ("order of magnitude", "Revenue was 42 million euros.", ["Revenue was 4.2 million euros."]),
    ("role swap", "Beta bought Acme.", ["Acme bought Beta."]),
    ("role swap", "Beta bought Acme.", ["Beta was bought by Acme."]),
    ("direction", "Sales fell by 5 percent.", ["Sales rose by 5 percent."]),
    ("percent and percentage point", "The rate rose by 2 percent.", ["The rate rose by 2 percentage points."]),
    ("condition left out", "The fee is refunded.", ["If it rains, the fee is refunded."]),
    ("attribution left out", "The fee is refunded.", ["The rival claims that the fee is refunded."]),
    ("minimal pair", "Sales rose.", ["Sales rose less than expected."]),
    ("minimal pair", "The vaccine is effective.", ["The vaccine is effective in mice."]),
    ("minimal pair", "The vaccine is effective.", ["The vaccine is effective, but only in mice."]),
    ("minimal pair", "Paris resigned.", ["The mayor of Paris resigned."]),
    ("minimal pair", "Marie won the prize.", ["Marie's sister won the prize."]),
    (
        "minimal pair",
        "Acme and Beta have 500 employees.",
        ["Acme has 500 employees.", "Beta has 500 employees and Acme."],
    ),
    (
        "minimal pair",
        "Acme and Beta earned 5 million euros.",
        ["Acme, a firm, closed. Beta earned 5 million euros."],
    ),
    (
        "minimal pair",
        "The company was founded in 1987 and has 320 employees.",
        ["The company was founded in 1987.", "The company has 320 employees."],
    ),
    (
        "minimal pair",
        "Acme was founded in 1987. It has 320 employees.",
        ["Acme was founded in 1987.", "Beta is old. It has 320 employees."],
    ),
    (
        "minimal pair",
        "Acme was founded in 1987. The company has 320 employees.",
        ["Acme was founded in 1987.", "The company has 320 employees."],
    ),
    ("minimal pair", "Acme has 320 employees.", ["Acme sued Beta in 1987. It has 320 employees."]),
    ("minimal pair", "The fee is 5 euros.", ["The fee is 5 euros and 20 cents."]),
    ("minimal pair", "The limit is 5 percent.", ["The limit is 5 to 10 percent."]),
    ("minimal pair", "The limit is 5 percent.", ["The limit is 5–10 percent."]),
    ("minimal pair", "The limit is 5.", ["The limit is 5.5 percent."]),
    ("minimal pair", "The grant is 4.2 euros.", ["The grant is 4,200 euros."]),
    ("minimal pair", "The grant is 4,200 euros.", ["The grant is 4.2 euros."]),
    ("minimal pair", "Der Zuschuss ist 4.200 Euro.", ["Der Zuschuss ist 4,200 Euro und die Frist ist kurz."]),
    ("minimal pair", "The temperature is 5 °C.", ["The temperature is -5 °C."]),
    ("minimal pair", "The temperature is 5 °C.", ["The temperature is −5 °C."]),
    ("minimal pair", "The bill passed.", ["The bill passed. This is not true."]),
    ("minimal pair", "The tower is 320 m high.", ["Is the tower 320 m high?"]),
    ("minimal pair", "The tower is 320 m high.", ["Nobody believes that the tower is 320 m high."]),
    ("minimal pair", "The tower is 320 m high.", ["The tower is not 320 m high."]),
    ("minimal pair", "The tower is 320 m high.", ["The tower is 320 m high, according to a retracted report."]),
    ("minimal pair", "The tower is at least 320 m high.", ["The tower is 320 m high."]),
    ("minimal pair", "The tower is 320 m high.", ["The tower is more than 320 m high."]),
    ("minimal pair", "The tower is over 320 m high.", ["The tower is under 320 m high."]),
    ("minimal pair", "Employees must not smoke.", ["Employees must smoke."]),
    ("minimal pair", "No employee is insured.", ["Every employee is insured."]),
    ("minimal pair", "All doors are not locked.", ["Not all doors are locked."]),
    ("minimal pair", "Not all doors are locked.", ["All doors are not locked."]),
    ("minimal pair", "Anna reports to Ben.", ["Ben reports to Anna."]),
    ("minimal pair", "The train goes from Rome to Paris.", ["The train goes from Paris to Rome."]),
    ("minimal pair", "Acme sold Beta.", ["Acme bought Beta."]),
    ("minimal pair", "Acme's revenue was 5 million euros.", ["Beta's revenue was 5 million euros."]),
    ("minimal pair", "Acme's profit was 5 million euros.", ["Acme's loss was 5 million euros."]),
    ("minimal pair", "The fund grew by 12 percent.", ["The fund grew by 12 percentage points."]),
    ("minimal pair", "The fund grew by 12 %.", ["The fund grew by 1.2 %."]),
    ("minimal pair", "Das Gesetz gilt nicht.", ["Das Gesetz gilt."]),
    ("minimal pair", "Das Gesetz gilt.", ["Das Gesetz gilt nicht."]),
    ("minimal pair", "Die Firma hat keine Schulden.", ["Die Firma hat Schulden."]),
    ("minimal pair", "Der Hund beißt den Mann.", ["Den Hund beißt der Mann."]),
    ("minimal pair", "Den Mann beißt der Hund.", ["Der Mann beißt den Hund."]),
    ("minimal pair", "La loi ne s'applique pas.", ["La loi s'applique."]),
    ("minimal pair", "La loi s'applique.", ["La loi ne s'applique pas."]),
    ("minimal pair", "La empresa no tiene deudas.", ["La empresa tiene deudas."]),
    ("minimal pair", "La empresa tiene deudas.", ["La empresa no tiene ningunas deudas."]),
    ("minimal pair", "La empresa tiene deudas.", ["La empresa no tiene nunca deudas."]),
    ("minimal pair", "該公司盈利。", ["該公司沒有盈利。"]),
    ("minimal pair", "公司在北京。", ["公司在东京。"]),
    ("minimal pair", "A公司收购了B公司。", ["B公司收购了A公司。"]),
    ("minimal pair", "人口は4億人です。", ["人口は4万人です。"]),
    ("minimal pair", "値上げした。", ["値上げしたわけではない。"]),
    ("minimal pair", "彼は来ました。", ["彼は来ませんでした。"]),
    ("minimal pair", "全ての社員が賛成した。", ["一部の社員が賛成した。"]),
    ("minimal pair", "The deadline is 3 April 2024.", ["The deadline is 4 March 2024."]),
    ("minimal pair", "The deadline is 03/04/2024.", ["The deadline is 04/03/2024."]),
    ("minimal pair", "The deadline is 3 April 2024.", ["The deadline is 03/04/2024."]),
    ("minimal pair", "The deadline is 31 March 2024.", ["The deadline is 31 March."]),
    ("minimal pair", "She was born in 1950.", ["She was born in 1950s Paris."]),
    ("minimal pair", "The first president was Adams.", ["The second president was Adams."]),
    ("minimal pair", "Water boils at 100 °F.", ["Water boils at 100 °C."]),
    ("minimal pair", "Smoking is permitted.", ["Smoking is not permitted in the hall."]),
    ("minimal pair", "Refunds are permitted.", ["Refunds are permitted only with a receipt."]),
    ("minimal pair", "Refunds are permitted.", ["Refunds are permitted unless the seal is broken."]),
    ("minimal pair", "Refunds are always permitted.", ["Refunds are permitted."]),
    ("minimal pair", "The president signed the law.", ["The former president signed the law."]),
    ("minimal pair", "The law was signed.", ["The law was almost signed."]),
    ("minimal pair", "The plan will start in 2025.", ["The plan may start in 2025."]),
    ("minimal pair", "The plan started in 2025.", ["The plan will start in 2025."]),
    ("minimal pair", "Acme is the largest bank.", ["Acme is the second largest bank."]),
    ("minimal pair", "Acme is the largest bank.", ["Acme is the largest bank in Malta."]),
    ("minimal pair", "Beta has 7 plants.", ["Acme has 5 plants, Beta 7, and Gamma 9."]),
    ("minimal pair", "Acme has 7 plants.", ["Acme has 5 plants, Beta 7 plants, and Gamma 9."]),
    ("minimal pair", "Acme has 5 plants in Spain.", ["Acme has 5 plants, of which 2 are in Spain."]),
    (
        "minimal pair",
        "Acme has 2 plants.",
        ["Acme, which Beta owns, has 5 plants, of which Acme has 2 plants in Spain"],
    ),
    ("minimal pair", "The court ruled for Acme.", ["The court ruled for Beta, against Acme."]),
    ("minimal pair", "Tom sent Ann a letter.", ["Ann sent Tom a letter."]),
    ("minimal pair", "Costs fell and sales rose.", ["Sales fell and costs rose."]),
    ("minimal pair", "Costs fell and sales rose.", ["Costs rose.", "Sales fell."]),
    (
        "minimal pair",
        "Sales fell by 3 percent and costs rose by 5 percent.",
        ["Sales fell by 5 percent and costs rose by 3 percent."],
    ),
    ("minimal pair", "Acme sells pumps and Beta sells valves.", ["Acme sells valves and Beta sells pumps."]),
    ("minimal pair", "Acme sells pumps and valves.", ["Acme sells pumps.", "Beta sells valves."]),
    ("minimal pair", "The drug is safe and effective.", ["The drug is safe.", "The drug is not effective."]),
    ("minimal pair", "Ann did not resign.", ["Ann resigned."]),
    ("minimal pair", "Ann resigned.", ["Ann did not resign."]),
    ("minimal pair", "Ann resigned.", ["Ann refused to resign."]),
    ("minimal pair", "It is not uncommon.", ["It is uncommon."]),
    ("minimal pair", "The contract is not invalid.", ["The contract is invalid."]),
    ("minimal pair", "The contract is not valid.", ["The contract is not invalid."]),
    ("minimal pair", "The limit is 12 bar.", ["The limit is 17 bar."]),
    ("minimal pair", "Ten of twelve members voted.", ["Two of twelve members voted."]),
    ("minimal pair", "Between 1990 and 2000 sales rose.", ["Between 1980 and 2000 sales rose."]),
    ("minimal pair", "The plan covers dogs.", ["The plan covers dogs or cats."]),
    ("minimal pair", "The plan covers dogs or cats.", ["The plan covers dogs."]),
    ("minimal pair", "Everyone may enter.", ["Everyone over 18 may enter."]),
    ("minimal pair", "It lasts 5 years.", ["It lasts 5 months."]),
    ("minimal pair", "It lasts 12 months.", ["It lasts 12 weeks."]),
    ("minimal pair", "Acme paid $5 million.", ["Acme paid €5 million."]),
    ("minimal pair", "Acme paid 5 million dollars.", ["Acme paid 5 million."]),
    ("minimal pair", "1.5 million people live there.", ["1.5 billion people live there."]),
    (
        "minimal pair",
        "The GDP of Malta is 20 billion euros.",
        ["The GDP of Cyprus is 20 billion euros; Malta is smaller."],
    ),
    ("minimal pair", "The study found a link.", ["The study found no link."]),
    ("minimal pair", "The study found a link.", ["The study never found a link."]),
    ("minimal pair", "Few people agree.", ["Many people agree."]),
    ("minimal pair", "People agree.", ["Few people agree."]),
    ("minimal pair", "Half of the staff left.", ["A third of the staff left."]),
    ("minimal pair", "According to the report, sales rose.", ["Sales rose."]),
    ("minimal pair", "Acme won against Beta.", ["Beta won against Acme."]),
    ("minimal pair", "Acme lost against Beta.", ["Acme won against Beta."]),
    ("minimal pair", "X is in the north of Y.", ["X is in the south of Y."]),
    ("minimal pair", "The shop opens at 9:00.", ["The shop closes at 9:00."]),
    ("minimal pair", "The shop opens at 9:00.", ["The shop opens at 9:30."]),
    ("minimal pair", "Version 2.10 is out.", ["Version 2.1 is out."]),
    ("minimal pair", "Version 1.2.3 is out.", ["Version 1.2.4 is out."]),
    ("minimal pair", "Take 2 tablets before meals.", ["Take 2 tablets after meals."]),
    ("minimal pair", "Take 2 tablets daily.", ["Take up to 2 tablets daily."]),
    ("minimal pair", "Take 2 tablets daily.", ["Do not take 2 tablets daily."]),
    ("minimal pair", "Take 2 tablets daily.", ["Never take 2 tablets daily."]),
    ("minimal pair", "He can swim.", ["He cannot swim."]),
    ("minimal pair", "He can't swim.", ["He can swim."]),
    ("minimal pair", "The ban was lifted.", ["The ban wasn't lifted."]),
    ("minimal pair", "He paid 5k.", ["He paid 5."]),
    ("minimal pair", "Only members vote.", ["Members vote."]),
    ("minimal pair", "Members vote.", ["Only members vote."]),
    ("minimal pair", "All agreed.", ["No, not all agreed."]),
    ("minimal pair", "The CEO of Acme is Ann.", ["The CEO of Beta is Ann, and Acme is large."]),
    ("minimal pair", "Ann is the CEO of Acme.", ["Ann is the CFO of Acme."]),
    ("minimal pair", "Ann is the CEO of Acme.", ["Ann is the sister of the CEO of Acme."]),
    (
        "minimal pair",
        "Rome has 2.8 million inhabitants.",
        ["Rome has 2.8 million inhabitants fewer than Paris."],
    ),
    (
        "minimal pair",
        "Rome has 2.8 million inhabitants.",
        ["Rome has 2.8 million inhabitants in the metropolitan area."],
    ),
    ("minimal pair", "The fee is 5 percent.", ["The fee is 5 percent of income above 10,000 euros."]),
    ("minimal pair", "The treaty was signed in 1950.", ["The treaty was signed in Rome, and revised in 1950."]),
    ("minimal pair", "The bank was founded in 1950 in Rome.", ["The bank was founded in 1905 in Rome."]),
    (
        "minimal pair",
        "Employees may work from home two days a week.",
        ["Employees may work from home three days a week."],
    ),
    ("minimal pair", "Employees can work from home.", ["Managers can work from home."]),
    ("minimal pair", "Employees must not work from home.", ["Employees may not work from home."]),
    ("minimal pair", "The software is free.", ["The software is free for students."]),
    ("minimal pair", "The software is not free.", ["The software is free."]),
    ("minimal pair", "The device is water-resistant.", ["The device is not water-resistant."]),
    ("minimal pair", "The device is water resistant.", ["The device is water."]),
    ("minimal pair", "Nearly all members voted.", ["All members voted."]),
    ("minimal pair", "All members voted.", ["Nearly all members voted."]),
    ("minimal pair", "Members voted unanimously.", ["Members voted."]),
    ("minimal pair", "Exactly 12 people came.", ["About 12 people came."]),
    ("minimal pair", "12 people came.", ["About 12 people came."]),
    (
        "minimal pair",
        "The car accelerates from 0 to 100 km/h in 5 seconds.",
        ["The car accelerates from 0 to 100 km/h in 8 seconds."],
    ),
    ("minimal pair", "The car reaches 200 mph.", ["The car reaches 200 km/h."]),
    (
        "minimal pair",
        "The fund lost 3 percent in 2020 and gained 5 percent in 2021.",
        ["The fund gained 5 percent in 2020 and lost 3 percent in 2021."],
    ),
    (
        "minimal pair",
        "The fund gained 5 percent in 2020.",
        ["The fund gained 5 percent in 2021 and lost 3 percent in 2020."],
    ),
    ("minimal pair", "Spain exports oil to France.", ["France exports oil to Spain."]),
    ("minimal pair", "The teacher praised the student.", ["The student praised the teacher."]),
    ("minimal pair", "The teacher was praised by the student.", ["The teacher praised the student."]),
    (
        "minimal pair",
        "The minister resigned because of the scandal.",
        ["The minister resigned despite the scandal."],
    ),
    (
        "minimal pair",
        "The minister resigned because of the scandal.",
        ["The minister resigned.", "There was a scandal."],
    ),
    ("minimal pair", "The minister resigned after the vote.", ["The minister resigned before the vote."]),
    ("minimal pair", "The exam is held twice a year.", ["The exam is held once a year."]),
    ("minimal pair", "Der Preis sank um 3 Prozent.", ["Der Preis stieg um 3 Prozent."]),
    ("minimal pair", "Der Preis sank um 3 Prozent.", ["Der Preis sank um 3 Prozentpunkte."]),
    ("minimal pair", "Alle Mitarbeiter haben Anspruch.", ["Einige Mitarbeiter haben Anspruch."]),
    ("minimal pair", "Die Prüfung dauert 90 Minuten.", ["Die Prüfung dauert 90 Stunden."]),
    ("minimal pair", "Le musée ferme à 18 heures.", ["Le musée ouvre à 18 heures."]),
    ("minimal pair", "Le prix est de 1 200 euros.", ["Le prix est de 12 000 euros."]),
    ("minimal pair", "La empresa vendió 300 coches.", ["La empresa compró 300 coches."]),
    ("minimal pair", "El banco fue fundado en 1887.", ["El banco fue fundado en 1878."]),
    ("minimal pair", "公司成立于1998年。", ["公司成立于1989年。"]),
    ("minimal pair", "张三打了李四。", ["李四打了张三。"]),
    ("minimal pair", "所有员工都有保险。", ["部分员工有保险。"]),
    ("minimal pair", "价格上涨了5%。", ["价格下跌了5%。"]),
    ("minimal pair", "价格上涨了5%。", ["价格上涨了5个百分点。"]),
    ("minimal pair", "会社は東京にあります。", ["会社は東京にありません。"]),
    ("minimal pair", "売上は3億円でした。", ["売上は3万円でした。"]),
    ("minimal pair", "売上は三億円でした。", ["売上は二億円でした。"]),
    ("minimal pair", "Налог повышен на 5 процентов.", ["Налог понижен на 5 процентов."]),
    ("minimal pair", "Water is not unsafe to drink.", ["Water is unsafe to drink."]),
    ("minimal pair", "It's impossible to fail.", ["It is possible to fail."]),
    ("minimal pair", "The plan is not to sell Beta.", ["The plan is to sell Beta."]),
    ("minimal pair", "Beta's shareholders rejected the offer.", ["Beta's shareholders accepted the offer."]),
    (
        "minimal pair",
        "The offer was accepted.",
        ["The offer was rejected and later the second offer was accepted."],
    ),
    ("minimal pair", "Smith was acquitted.", ["Smith was accused, and Jones was acquitted."]),
    ("minimal pair", "Smith was born in Ulm and died in Rome.", ["Smith was born in Rome and died in Ulm."]),
    (
        "minimal pair",
        "Smith was born in Ulm and died in Rome.",
        ["Smith was born in Ulm.", "Jones was born in Paris and died in Rome."],
    ),
    ("minimal pair", "Smith was born in Ulm and died in Rome.", ["Smith was born in Ulm. Jones died in Rome."]),
    ("minimal pair", "Smith was born in Ulm. He died in Rome.", ["Smith was born in Ulm.", "He died in Rome."]),
    (
        "minimal pair",
        "Acme is based in Rome and Beta is based in Oslo.",
        ["Acme is based in Oslo.", "Beta is based in Rome."],
    ),
    (
        "minimal pair",
        "Acme is based in Rome; it employs 20 people.",
        ["Acme is based in Rome.", "It employs 20 people."],
    ),
    ("minimal pair", "The fee rose to 5 euros.", ["The fee rose by 5 euros."]),
    ("minimal pair", "The fee rose from 5 to 6 euros.", ["The fee rose from 6 to 5 euros."]),
    ("minimal pair", "The distance is 5 miles.", ["The distance is 5 km."]),
    ("minimal pair", "The tank holds 50 litres.", ["The tank holds 50 gallons."]),
    ("minimal pair", "The dose is 5 mg per day.", ["The dose is 5 mg per week."]),
    ("minimal pair", "The dose is 5 mg/kg.", ["The dose is 5 mg/l."]),
    ("minimal pair", "There are 3 exceptions.", ["There are no exceptions."]),
    ("minimal pair", "There are no exceptions.", ["There are 3 exceptions."]),
    ("minimal pair", "No one was hurt.", ["One was hurt."]),
    ("minimal pair", "One was hurt.", ["No one was hurt."]),
    ("minimal pair", "1 in 5 adults smoke.", ["1 in 15 adults smoke."]),
    ("minimal pair", "The second edition appeared in 1990.", ["The third edition appeared in 1990."]),
    ("minimal pair", "Chapter 3 covers law.", ["Chapter 4 covers law."]),
    ("minimal pair", "The 3rd floor is closed.", ["The 4th floor is closed."]),
    ("minimal pair", "The winner was Ann, not Ben.", ["The winner was Ben, not Ann."]),
    ("minimal pair", "The event was in May 2020.", ["The event was in June 2020."]),
    ("minimal pair", "The event was on Monday.", ["The event was on Tuesday."]),
    ("minimal pair", "The rule applies to adults.", ["The rule applies only to adults."]),
    ("minimal pair", "The rule applies only to adults.", ["The rule applies to adults."]),
    (
        "minimal pair",
        "The rule applies to adults and children.",
        ["The rule applies to adults but not children."],
    ),
    ("minimal pair", "It was the first time.", ["It was not the first time."]),
    ("minimal pair", "Prices will not rise.", ["Prices will rise."]),
    ("minimal pair", "Prices could rise.", ["Prices could not rise."]),
    ("minimal pair", "Prices rose sharply.", ["Prices rose."]),
    ("minimal pair", "Prices rose.", ["Prices rose or fell."]),
    ("minimal pair", "Ann and Ben won.", ["Ann or Ben won."]),
    ("minimal pair", "Ann won.", ["Ann or Ben won."]),
    ("minimal pair", "Ann won.", ["Either Ann won or Ben won."]),
    ("minimal pair", "Ann won the race.", ["Ann won the race, Ben says."]),
    ("minimal pair", "Ann won the race.", ["If Ann won the race, she would be rich."]),
    ("minimal pair", "Ann won the race.", ["Ann won the race in her dream."]),
    ("minimal pair", "Ann won the race.", ["Had Ann won the race, she would be rich."]),
    ("minimal pair", "Ann won the race.", ["It was claimed by the press; Ann won the race, it said."]),
    ("minimal pair", "Ann won the race.", ["False: Ann won the race."]),
    ("minimal pair", "Ann won the race.", ["Rumour: Ann won the race."]),
    ("minimal pair", "Ann won the race.", ["Myth: Ann won the race; fact: Ben did."]),
    (
        "minimal pair",
        "It is not true that the library lends books.",
        ["The library lends books, not manuscripts."],
    ),
    (
        "minimal pair",
        "The museum was founded in 1887.",
        ["The museum was founded by Edith Marsh, who died in 1887."],
    ),
    ("minimal pair", "The museum was founded in 1887.", ["The museum was founded in 1878 by Edith Marsh."]),
    (
        "minimal pair",
        "Edith Marsh founded the museum in 1887.",
        ["The museum was founded in 1887 by the rival of Edith Marsh."],
    ),
    ("minimal pair", "Ann founded the museum.", ["The museum was founded by Ann's father."]),
    ("minimal pair", "The museum founded Ann.", ["The museum was founded by Ann."]),
    ("minimal pair", "The house was sold in 2019.", ["The house built in 2019 was sold by Ann."]),
    ("minimal pair", "Ann sold the house in 2019.", ["The house was sold by Ann, after the fire of 2019."]),
    ("minimal pair", "The fee was raised.", ["The fee was raised by nobody."]),
    ("minimal pair", "The fee was cut by 5 euros.", ["The fee was cut by 5 percent."]),
    ("minimal pair", "The door was never opened.", ["The door was not opened."]),
    ("minimal pair", "It is not true that the fee rose.", ["The fee rose."]),
    ("minimal pair", "It is not true that the fee rose.", ["The fee fell."]),
    ("minimal pair", "It is not true that all members agreed.", ["All members did not agree."]),
    ("minimal pair", "It is not true that Ann or Ben won.", ["Ann or Ben did not win."]),
    ("minimal pair", "The hall seats 300.", ["The hall seats 300 fewer than before."]),
    ("minimal pair", "The hall seats 300 people.", ["The hall seats 300 people standing and 200 sitting."]),
    ("minimal pair", "Beta was sued by Acme.", ["Acme was sued by Beta."]),
    ("minimal pair", "Beta was not sued by Acme.", ["Acme sued Beta."]),
    ("minimal pair", "Acme sued Beta.", ["Beta was not sued by Acme."]),
    ("minimal pair", "Helvia built the telescope.", ["The telescope, not built by Helvia, weighs 3 t."]),
    ("minimal pair", "The bus leaves at 9.", ["The bus leaves at 9 only on Sundays."]),
    ("minimal pair", "The bus leaves at 9 a.m.", ["The bus leaves at 9 p.m."]),
    (
        "minimal pair",
        "The city has two airports.",
        ["The city has two airports and neither works, says the mayor."],
    ),
    ("minimal pair", "Die Frau half dem Mann.", ["Der Mann half der Frau."]),
    ("minimal pair", "Der Vertrag ist gültig.", ["Der Vertrag ist ungültig."]),
    ("minimal pair", "Der Vertrag ist gültig.", ["Der Vertrag ist nicht mehr gültig."]),
    ("minimal pair", "Le contrat est valide.", ["Le contrat n'est plus valide."]),
    ("minimal pair", "Le train est arrivé avant midi.", ["Le train est arrivé après midi."]),
    ("minimal pair", "El tren llega el 3 de mayo.", ["El tren llega el 5 de mayo."]),
    ("minimal pair", "The contract is valid.", ["The contract is no longer valid."]),
    ("minimal pair", "Gold is heavier than lead.", ["Lead is heavier than gold."]),
    ("minimal pair", "Smoking causes cancer.", ["Cancer causes smoking."]),
    ("minimal pair", "Ann is older than Ben.", ["Ben is older than Ann."]),
    ("minimal pair", "The law bans smoking.", ["The law permits smoking."]),
    ("minimal pair", "The trial enrolled 1,200 patients.", ["The trial enrolled 12,000 patients."]),
    ("minimal pair", "The trial enrolled a dozen patients.", ["The trial enrolled two dozen patients."]),
    ("minimal pair", "A third of patients recovered.", ["Two thirds of patients recovered."]),
    (
        "minimal pair",
        "Mercury is the closest planet to the Sun.",
        ["Venus is the second closest planet to the Sun."],
    ),
    ("minimal pair", "该药物安全。", ["该药物不安全。"]),
    ("minimal pair", "他未婚。", ["他已婚。"]),
    ("minimal pair", "会议在3月5日举行。", ["会议在5月3日举行。"]),
    ("minimal pair", "社長は田中です。", ["副社長は田中です。"]),
    ("minimal pair", "The drug reduces pain in adults.", ["The drug reduces pain in children."]),
    ("minimal pair", "The vote passed 52 to 48.", ["The vote passed 48 to 52."]),
    ("minimal pair", "Apple is red.", ["Pineapple is red."]),
    ("minimal pair", "The vice president resigned.", ["The president resigned."]),
    ("minimal pair", "The president resigned.", ["The vice president resigned."]),
    ("minimal pair", "Up to 50 people may attend.", ["At least 50 people may attend."]),
    ("minimal pair", "It costs 20 euros per month.", ["It costs 20 euros per year."]),
    ("minimal pair", "It costs 20 euros.", ["It costs 20 euros more."]),
    ("minimal pair", "The patent expires in 2030.", ["The patent expires before 2030."]),
    ("minimal pair", "The patent expires by 2030.", ["The patent expires in 2030."]),
    ("minimal pair", "Both parties agreed.", ["Neither party agreed."]),
    ("minimal pair", "All members agreed.", ["It is not true that all members did not agree."]),
]
"""What the passages do not state: the kind, the claim, the passages."""

CONTRADICTED = [
    (FactCode.FIGURE, "The team has 13 members.", "The team has twelve members."),
    (FactCode.MAGNITUDE, "Revenue was 42 million euros.", "Revenue was 4.2 million euros."),
    (FactCode.UNIT, "The rate rose by 2 percent.", "The rate rose by 2 percentage points."),
    (FactCode.UNIT, "Acme paid $5 million.", "Acme paid €5 million."),
    (FactCode.DATE, "It starts on 30 March 2024.", "It starts on 31 March 2024."),
    (FactCode.NEGATION, "The plan covers floods.", "The plan does not cover floods."),
    (FactCode.NEGATION, "The contract is valid.", "The contract is invalid."),
    (FactCode.DIRECTION, "Sales fell by 5 percent.", "Sales rose by 5 percent."),
    (FactCode.QUANTITY, "All employees agreed.", "Some employees agreed."),
    (FactCode.MODALITY, "Employees must register.", "Employees may register."),
    (FactCode.BOUND, "The tower is over 320 m high.", "The tower is under 320 m high."),
    (FactCode.ROLES, "Beta bought Acme.", "Acme bought Beta."),
    (FactCode.ROLES, "Beta bought Acme.", "Beta was bought by Acme."),
    (FactCode.FIGURE, "該公司有三百五十名員工。", "該公司有三百二十名員工。"),
]
"""What stands in the passage otherwise: in what way, the claim, the passage."""


@pytest.mark.parametrize(("kind", "claim", "passages"), SUPPORTED)
def test_what_passages_state_is_supported(kind: str, claim: str, passages: list[str]):
    """However a number is written, and from whichever end a thing is told."""
    report = check_facts(claim, passages)

    assert report.verdict is Verdict.SUPPORTED, kind
    assert report.findings == ()
    assert report.evidence


@pytest.mark.parametrize(("kind", "claim", "passages"), NOT_SUPPORTED)
def test_what_passages_do_not_state_is_not_supported(kind: str, claim: str, passages: list[str]):
    """However many words they share."""
    report = check_facts(claim, passages)

    assert report.verdict is not Verdict.SUPPORTED, kind
    assert report.findings
    assert report.evidence == ()


@pytest.mark.parametrize(("code", "claim", "passage"), CONTRADICTED)
def test_what_stands_there_otherwise_contradicts(code: FactCode, claim: str, passage: str):
    """The finding says in what, and where on both sides."""
    report = check_facts(claim, ["Something else stands here.", passage])

    assert report.verdict is Verdict.CONTRADICTED
    assert [each.code for each in report.findings] == [code]
    assert report.findings[0].passage == 1


def test_a_finding_points_at_both_figures():
    """Offsets count the code points of what was given, whatever stands before."""
    claim, passage = "𝔄𝔅 said so: the fee is 13 euros.", "𝔄𝔅 said so: the fee is twelve euros."

    (finding,) = check_facts(claim, [passage]).findings

    assert finding.span is not None
    assert claim[finding.claim.start : finding.claim.end] == "13 euros"
    assert passage[finding.span.start : finding.span.end] == "twelve euros"


def test_evidence_names_each_part():
    """A claim of two parts rests on two places."""
    passages = ["Acme was founded in 1987.", "In all, much is new. Acme has 320 employees."]
    claim = "Acme was founded in 1987 and has 320 employees."

    evidence = check_facts(claim, passages).evidence

    assert [claim[each.claim.start : each.claim.end] for each in evidence] == [
        "Acme was founded in 1987",
        "has 320 employees",
    ]
    assert [passages[each.passage][each.span.start : each.span.end] for each in evidence] == [
        "Acme was founded in 1987",
        "Acme has 320 employees",
    ]


@pytest.mark.parametrize("claim", ["", " ", "…", "!?", "的"])
def test_what_states_nothing_is_unverified(claim: str):
    """There is nothing that a passage could support."""
    assert check_facts(claim, ["The fee is 5 euros."]).verdict is Verdict.UNVERIFIED


def test_without_passages_nothing_is_supported():
    """Nor with empty ones."""
    assert check_facts("The fee is 5 euros.", []).verdict is Verdict.UNVERIFIED
    assert check_facts("The fee is 5 euros.", ["", " "]).verdict is Verdict.UNVERIFIED


def test_too_long_a_claim_is_unverified():
    """Also where it stands in the passage, word for word."""
    claim = "word " * 2_001

    report = check_facts(claim, [claim])

    assert (report.verdict, report.findings[0].code) == (Verdict.UNVERIFIED, FactCode.TOO_LONG)


def test_what_is_too_much_to_read_supports_nothing():
    """It is said which passage was not read."""
    report = check_facts("The fee is 5 euros.", ["x", " " * 4_000_000 + "The fee is 5 euros."])

    assert report.verdict is Verdict.UNVERIFIED
    assert (report.findings[-1].code, report.findings[-1].passage) == (FactCode.TOO_LONG, 1)


@pytest.mark.parametrize(
    ("claim", "passages"), [(None, []), ("\ud800", []), ("x", "x"), ("x", [None]), ("x", ["\ud800"])]
)
def test_what_is_no_text_is_refused(claim: object, passages: object):
    """A single text is no sequence of passages."""
    with pytest.raises(ConfigurationError):
        check_facts(claim, passages)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]


def test_no_record_shows_text():
    """A report holds places and codes."""
    report = check_facts("Xylo has 13 members.", ["Xylo has 12 members."])

    assert "Xylo" not in repr(report)
    assert isinstance(report, FactReport)


@pytest.mark.parametrize(
    "piece", ["a, ", "and ", "not ", "1,", "三", "(", "I am. ", "one hundred ", "-", "\u0301", "in 5 % "]
)
def test_work_is_bounded(piece: str):
    """Repetition costs no more than length: twice the text, about twice the steps."""
    steps = [_steps(piece * (count // len(piece))) for count in (3_000, 6_000)]

    assert steps[1] < 3 * steps[0] + 20_000


def _steps(text: str) -> int:
    count = 0

    def counted(_frame: object, event: str, _given: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        check_facts("The board and 5 % of all staff, in Rome, did not agree.", [text])
    finally:
        sys.setprofile(None)
    return count


def test_the_sentence_that_is_written_alike_is_the_evidence():
    """Another one that says the same in other figures stands before it."""
    passage = "Acme has 1.5 rooms. Acme has 1.50 rooms."

    report = check_facts("Acme has 1.50 rooms.", [passage])

    assert report.verdict is Verdict.SUPPORTED
    assert report.evidence[0].span.start == passage.index("Acme has 1.50")
