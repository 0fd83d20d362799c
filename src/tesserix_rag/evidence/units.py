"""Scales, units and currencies in the languages that figures are read in: data, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

SCALES: Final = {
    word: Fraction(10) ** power
    for power, words in {
        2: "hundred",
        3: "thousand k tsd tausend mille mil 千",
        4: "万 萬",
        6: "million millions mio million millionen mill millón millones",
        8: "億 亿",
        9: "billion billions bn b mrd milliarde milliarden milliard milliards",
        12: "trillion trillions tn billionen billón billones 兆",
    }.items()
    for word in words.split()
} | {"lakh": Fraction(10**5), "crore": Fraction(10**7), "dozen": Fraction(12), "dutzend": Fraction(12)}
"""What a number may be multiplied by, by the word behind it."""

LONG_SCALES: Final = {"billion": Fraction(10**12), "billions": Fraction(10**12), "trillion": Fraction(10**18)}
"""What these words say in German and French."""

MILLION_SIGNS: Final = frozenset({"m", "M", "mn", "Mn", "MM", "mm"})
"""What says million behind an amount of money; a capital letter says it behind any number."""

CURRENCIES: Final = {
    word: code
    for code, words in {
        "EUR": "€ eur euro euros",
        "USD": "$ usd dollar dollars dólar dólares",
        "GBP": "£ gbp pound pounds pfund sterling livres libras",
        "JPY": "jpy yen 円",
        "CNY": "cny rmb yuan 元",
        "CHF": "chf franken franc francs",
        "INR": "₹ inr rupee rupees",
        "KRW": "₩ krw",
        "¥": "¥",
    }.items()
    for word in words.split()
}
"""The currency that a word or a sign names."""

UNITS: Final = {
    word: (dimension, Fraction(factor))
    for dimension, factors in {
        "share": {
            "1/100": "% percent prozent pourcent procent パーセント",
            "1/1000": "‰ permille promille",
        },
        "point": {"1": "pp prozentpunkt prozentpunkte prozentpunkten ppt", "1/100": "bps"},
        "mass": {
            "1/1000000": "µg μg microgram micrograms",
            "1/1000": "mg milligram milligrams milligramm milligramme",
            "1": "g gram grams gramm gramme grammes gramo gramos gr",
            "1000": "kg kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos "
            "kilo kilos 公斤",
            "1000000": "t tonne tonnes tonnen metric-ton tonelada toneladas",
            "9071847/10": "short-ton",
        },
        "ton": {"1": "ton tons"},
        "length": {
            "1/1000": "mm millimetre millimetres millimeter millimeters millimètre millimètres "
            "milímetro milímetros",
            "1/100": "cm centimetre centimetres centimeter centimeters zentimeter centimètre "
            "centimètres centímetro",
            "1": "m metre metres meter meters mètre mètres metro metros 米",
            "1000": "km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro "
            "kilómetros 公里",
            "1143/3750": "ft foot feet",
            "127/5000": "inch inches",
            "201168/125": "mile miles",
        },
        "area": {"1": "m2 qm", "1000000": "km2", "10000": "ha hectare hectares hektar"},
        "volume": {
            "1/1000": "ml",
            "1/100": "cl",
            "1": "l litre litres liter liters litro litros",
            "1000": "m3",
        },
        "time": {
            "1/1000": "ms millisecond milliseconds millisekunden",
            "1": "s sec second seconds sekunde sekunden seconde secondes segundo segundos 秒",
            "60": "min minute minutes minuten minuto minutos 分鐘 分钟",
            "3600": "h hour hours stunde stunden heure heures hora horas 小時 小时 時間",
            "86400": "day days tag tage tagen jour jours día días 日間",
            "604800": "week weeks woche wochen semaine semaines semana semanas",
        },
        "months": {
            "1": "month months monat monate monaten mois mes meses",
            "12": "year years jahr jahre jahren an ans année années año años",
            "120": "decade decades",
            "1200": "century centuries jahrhunderte",
        },
        "power": {"1": "w watt watts", "1000": "kw", "1000000": "mw", "1000000000": "gw"},
        "energy": {"1": "wh", "1000": "kwh", "1000000": "mwh", "1000000000": "gwh", "1000000000000": "twh"},
        "celsius": {"1": "°c celsius"},
        "fahrenheit": {"1": "°f fahrenheit"},
        "bar": {"1": "bar"},
        "data": {"1": "byte bytes", "1000": "kb", "1000000": "mb", "1000000000": "gb", "1000000000000": "tb"},
        "frequency": {"1": "hz", "1000": "khz", "1000000": "mhz", "1000000000": "ghz"},
        "speed": {"1": "kmh kph", "201168/125000": "mph"},
        "voltage": {"1/1000": "mv", "1": "v volt volts", "1000": "kv"},
        "people": {"1": "人 名"},
    }.items()
    for factor, words in factors.items()
    for word in words.split()
}
"""What is measured in a unit, and how much of the basic unit it is; what is not here is compared as a word."""

SPELLED_UNITS: Final[dict[tuple[str, ...], str]] = {
    ("percentage", "point"): "pp",
    ("percentage", "points"): "pp",
    ("percent", "points"): "pp",
    ("per", "cent", "points"): "pp",
    ("%", "points"): "pp",
    ("%", "point"): "pp",
    ("points", "de", "pourcentage"): "pp",
    ("point", "de", "pourcentage"): "pp",
    ("puntos", "porcentuales"): "pp",
    ("punto", "porcentual"): "pp",
    ("basis", "points"): "bps",
    ("basis", "point"): "bps",
    ("per", "cent"): "%",
    ("pour", "cent"): "%",
    ("por", "ciento"): "%",
    ("vom", "hundert"): "%",
    ("metric", "tons"): "t",
    ("metric", "ton"): "t",
    ("short", "tons"): "short-ton",
    ("square", "metres"): "m2",
    ("square", "meters"): "m2",
    ("square", "kilometres"): "km2",
    ("square", "kilometers"): "km2",
    ("cubic", "metres"): "m3",
    ("cubic", "meters"): "m3",
    ("degrees", "celsius"): "°c",
    ("degrees", "fahrenheit"): "°f",
    ("°", "c"): "°c",
    ("°", "f"): "°f",
    ("公", "斤"): "公斤",
    ("公", "里"): "公里",
    ("小", "時"): "小時",
    ("小", "时"): "小时",
    ("分", "鐘"): "分鐘",
    ("分", "钟"): "分钟",
    ("時", "間"): "時間",
    ("日", "間"): "日間",
}
"""Units of several lexemes, and what they are called above."""

CASED_UNITS: Final = {
    "K": "kelvin",
    "MW": "mw",
    "mW": "milliwatt",
    "Mb": "megabit",
    "Gb": "gigabit",
    "kb": "kilobit",
}
"""Units whose letters say something else in the other case."""

LONGEST_SPELLED: Final = max(map(len, SPELLED_UNITS))
