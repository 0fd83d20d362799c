"""Words that decide what a statement says, in English, German, French and Spanish: data, and nothing else."""

from __future__ import annotations

from typing import Final

from tesserix_rag.evidence.listing import listed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _keyed(**classes: str) -> dict[str, str]:
    return {word: key for key, words in classes.items() for word in words.split()}


TELLING: Final = {
    "en": _words(
        "the of and is are was were that it its by for with from has have had not this be been which their"
    ),
    "de": _words(
        "der die das und ist sind war waren nicht ein eine mit von im am zu wurde wurden dem den auf hat für"
    ),
    "fr": _words(
        "le la une les et est sont une dans du des qui pas par sur aux était été ont il elle ne cette avec pour"
    ),
    "es": _words(
        "el la tiene tienen los las y es son una en del que por con se fue fueron al está ha han su "
        "para más desde"
    ),
}
"""Words that tell a language from the others."""

ARTICLES: Final = {
    "": _words("the a an"),
    "en": _words("the a an"),
    "de": frozenset[str](),
    "fr": _words("le la les l un une"),
    "es": _words("el la los las un una"),
}
"""What a statement may have more or less of; in German an article tells who does what to whom, so none."""

FILLERS: Final = _words(
    "also too however moreover furthermore additionally indeed auch zudem außerdem ferner jedoch "
    "aussi également "
    "cependant toutefois también además"
)
"""What joins a statement to the one before."""

NEGATIONS: Final = _words(
    "not n't no never none nobody nothing neither nor without nicht kein keine keinen keinem keiner "
    "keines nie "
    "niemals niemand nichts ohne weder noch keineswegs keinesfalls pas jamais aucun aucune rien sans "
    "ni personne "
    "nunca jamás ningún ninguno ninguna nadie nada sin tampoco hardly scarcely"
)
"""What turns a statement around."""

NEGATIONS_IN: Final = {
    "": _words("no"),
    "en": _words("no"),
    "de": _words("nein"),
    "fr": _words("non"),
    "es": _words("no"),
}
"""What does so in one language and is another word elsewhere."""

CONCORDANT: Final = _words("ne n")
"""The half of a French negation that says nothing by itself."""

HAN_NEGATIONS: Final = frozenset("不没沒未非无無否莫勿別别")

NEGATED: Final = _keyed(
    un=(
        "common usual likely reasonable able available known aware fair safe healthy important true "
        "clear stable "
        "paid necessary successful profitable expected reliable certain familiar limited restricted changed "
        "affected lawful constitutional authorised authorized acceptable related published founded popular "
        "covered insured damaged employed supported suitable"
    ),
    im="possible probable proper mature perfect practical precise plausible permissible measurable",
    **{
        "in": "active visible sufficient complete correct accurate appropriate effective efficient "
        "dependent valid "
        "direct formal compatible adequate capable consistent convenient credible eligible "
        "experienced flexible "
        "frequent significant soluble secure sane admissible applicable"
    },
    ir="regular relevant responsible reversible replaceable",
    il="legal legible logical legitimate",
    dis="honest loyal similar connected advantageous satisfied",
    non="existent toxic smoking refundable flammable transferable binding",
)
"""Adjectives that a syllable in front turns around, by that syllable; the way back is made below."""

UNDONE: Final = (
    {f"{prefix}{word}": word for word, prefix in NEGATED.items()}
    | {
        f"un{word}": word
        for word in listed(
            "möglich üblich gewöhnlich wichtig bekannt sicher klar gültig zulässig "
            "wahrscheinlich abhängig vollständig "
            "bedenklich berechtigt schädlich beschränkt"
        )
    }
    | {
        f"in{word}": word
        for word in listed(
            "habituel utile connu certain complet correct suffisant habitual útil cierto completo correcto"
        )
    }
    | {f"im{word}": word for word in listed("posible probable possible")}
)
"""Words that hold a negation, and what they say without it."""

QUANTITIES: Final = _keyed(
    all=(
        "all every each everyone everybody everything always alle aller allen alles jede jeder jedes "
        "jeden immer tous "
        "toutes tout toute chaque toujours todos todas todo toda cada siempre"
    ),
    most="most mostly majority usually die-meisten meisten meist mehrheit plupart majorité mayoría mayor-parte",
    some=(
        "some several sometimes certain einige manche mehrere manchmal certains certaines quelques "
        "plusieurs parfois "
        "algunos algunas varios varias"
    ),
    many="many numerous often frequently viele zahlreiche oft häufig beaucoup nombreux souvent muchos muchas",
    few="few rarely seldom wenige selten peu rarement pocos pocas",
    any="any anyone anybody",
    both="both beide beiden ambos ambas",
    only="only solely exclusively nur lediglich ausschließlich seulement uniquement solo sólo "
    "solamente únicamente",
)
"""How many, or how often."""

BOUNDS: Final = _keyed(
    about=(
        "about approximately around roughly circa ca approx nearly almost etwa ungefähr rund environ près "
        "approximativement aproximadamente unos unas alrededor"
    ),
    least="mindestens wenigstens minimum",
    most="höchstens maximal maximum",
    over="over exceeding über",
    under="under below unter",
    exactly="exactly precisely genau exactement exactamente",
)
"""Which way from a figure."""

PHRASES: Final[dict[tuple[str, ...], str]] = {
    ("at", "least"): "bound:least",
    ("no", "less", "than"): "bound:least",
    ("no", "fewer", "than"): "bound:least",
    ("not", "less", "than"): "bound:least",
    ("not", "fewer", "than"): "bound:least",
    ("au", "moins"): "bound:least",
    ("al", "menos"): "bound:least",
    ("por", "lo", "menos"): "bound:least",
    ("a", "minimum", "of"): "bound:least",
    ("at", "most"): "bound:most",
    ("no", "more", "than"): "bound:most",
    ("not", "more", "than"): "bound:most",
    ("up", "to"): "bound:most",
    ("au", "plus"): "bound:most",
    ("como", "máximo"): "bound:most",
    ("bis", "zu"): "bound:most",
    ("a", "maximum", "of"): "bound:most",
    ("jusqu", "à"): "bound:most",
    ("more", "than"): "bound:over",
    ("mehr", "als"): "bound:over",
    ("plus", "de"): "bound:over",
    ("más", "de"): "bound:over",
    ("greater", "than"): "bound:over",
    ("less", "than"): "bound:under",
    ("fewer", "than"): "bound:under",
    ("weniger", "als"): "bound:under",
    ("moins", "de"): "bound:under",
    ("menos", "de"): "bound:under",
    ("not", "only"): "word:not-only",
    ("nicht", "nur"): "word:not-only",
    ("non", "seulement"): "word:not-only",
    ("has", "to"): "modal:must",
    ("have", "to"): "modal:must",
    ("had", "to"): "modal:must",
    ("is", "required", "to"): "modal:must",
    ("are", "required", "to"): "modal:must",
    ("is", "obliged", "to"): "modal:must",
    ("are", "obliged", "to"): "modal:must",
    ("is", "allowed", "to"): "modal:may",
    ("are", "allowed", "to"): "modal:may",
    ("is", "permitted", "to"): "modal:may",
    ("are", "permitted", "to"): "modal:may",
    ("ought", "to"): "modal:should",
    ("tiene", "que"): "modal:must",
    ("tienen", "que"): "modal:must",
    ("never", "fails", "to"): "quantity:all",
    ("never", "fail", "to"): "quantity:all",
    ("according", "to"): "hedge:according",
    ("die", "meisten"): "quantity:most",
    ("la", "plupart"): "quantity:most",
    ("the", "majority", "of"): "quantity:most",
    ("most", "of"): "quantity:most",
    ("was", "born"): "word:was-born",
}
"""Words that decide only together, and what they are then."""

MODALS: Final = _keyed(
    may="may might darf dürfen könnte könnten pourrait pourraient podría podrían",
    can="can could kann können konnte konnten peut peuvent puede pueden",
    must="must shall muss müssen musste mussten doit doivent debe deben",
    should="should sollte sollten soll sollen devrait devraient debería deberían",
    will="will wird werden",
    would="would würde würden",
)
"""Whether something is so, or may, must or will be."""

HEDGES: Final = _words(
    "if unless whether except excluding until till although though only said say says saying told "
    "claim claims "
    "claimed claiming argue argues argued allege alleges alleged allegedly reported reportedly "
    "reports denied "
    "denies deny denying believe believes believed think thinks thought suggest suggests suggested "
    "propose proposes "
    "proposed plans planned expect expects expected hope hopes hoped promise promises promised "
    "intend intends "
    "intended want wants wanted try tries tried attempt attempts attempted fail fails failed refuse "
    "refuses refused "
    "rumour rumours rumoured rumor rumors rumored supposed supposedly purported purportedly "
    "hypothetical false wrong "
    "untrue incorrect myth former formerly fake mistaken disputed retracted doubt doubts doubted "
    "doubtful almost "
    "partly partially likely unlikely possibly perhaps maybe probably potentially apparently seems "
    "seem seemed "
    "appears appear appeared merely just before cancelled canceled rejected withdrawn respectively "
    "together combined "
    "jointly total hence because since otherwise instead rather than contrary false-that "
    "wenn falls ob außer ausgenommen bis obwohl sagte sagt behauptet behauptete angeblich laut "
    "zufolge vielleicht "
    "möglicherweise wahrscheinlich wohl vermutlich fast beinahe teilweise ehemalige ehemaliger "
    "falsch irrtümlich "
    "bestreitet bestritt glaubt plant geplant soll zusammen insgesamt jeweils "
    "si sauf excepté jusqu selon affirme affirmé prétend prétendu peut-être probablement presque "
    "partiellement faux "
    "ancien ancienne dit nie nié croit prévu ensemble respectivement "
    "salvo excepto hasta según afirma afirmó dijo supuestamente quizás quizá tal acaso probablemente "
    "casi falso "
    "antiguo niega negó cree previsto juntos respectivamente"
)
"""What a statement must not leave out: who says so, on what condition, and whether it is so at all."""

LINKS: Final = _words(
    "by from to into onto of in on at for with against after before during under over between among "
    "through within "
    "across toward towards per as than like via and or but while whereas who whom whose which that "
    "when where and/or "
    "von aus nach zu zum zur in im an am auf bei für mit gegen vor während unter über zwischen durch "
    "als wie und oder "
    "aber sondern wobei welche welcher welches dass "
    "de du des d à au aux par pour avec contre après avant pendant sous sur entre dans en chez que "
    "qui dont où et ou "
    "mais "
    "del al a con contra tras ante durante bajo sobre desde hacia para por y e o u pero sino cuyo donde quien"
)
"""What shows how the parts of a statement hang together."""

JOINING: Final = _words("and but while whereas und aber während sondern et mais tandis y e pero mientras")
"""What may stand between two statements."""

RELATIVE: Final = _words(
    "who whom whose which that when where as than qui que dont où quien cuyo donde dass because or"
)
"""What begins a statement inside another."""

PREPOSITIONS: Final = LINKS - JOINING - RELATIVE - _words("or oder ou o u")

PRONOUNS: Final = _words("it he she they es er sie il elle ils elles ella él ellos ellas")
"""What stands for the subject of the sentence before."""

DEMONSTRATIVES: Final = _words(
    "this that it these those das dies diese dieses cela ceci ça esto eso ello no nein non"
)
"""What a sentence may begin with that takes back the one before."""

DENIALS: Final = _words(
    "not n't false wrong untrue incorrect denied disputed myth nonsense retracted no never nicht "
    "falsch faux pas falso "
    "incorrecto mentira inexact unwahr"
)

BE: Final = _words("is are was were been be being has have had do does did")
VERBS: Final = (
    BE
    | MODALS.keys()
    | _words(
        "makes make made has employs employ produces produce produced sells sell sold operates "
        "operate owns own runs run "
        "ran offers offer covers cover includes include contains contain supports support requires "
        "require allows allow "
        "provides provide costs cost weighs weigh lies lie lay uses use holds hold held serves serve "
        "won wins win lost "
        "loses lose grew grows grow rose rises rise fell falls fall became becomes become began "
        "begins begin came comes "
        "went goes built builds build bought buys buy led leads lead left leaves met meets paid pays "
        "pay sent sends set "
        "sets stood stands took takes wrote writes wrote spent spends earns earn reached reaches "
        "opens closes lives died "
        "measures stretches flows borders exports imports beat found spoke speaks taught teaches "
        "sits sat drew draws "
        "ist sind war waren hat haben hatte hatten wurde wurden beschäftigt produziert liegt kostet "
        "wiegt stellt "
        "est sont était étaient a ont avait emploie produit coûte pèse compte es son fue fueron era "
        "tiene tienen emplea "
        "produce cuesta pesa"
    )
)
"""Words that say what is done; words in -ed are so, too."""

EQUALS: Final[dict[str, str]] = {
    word: words.split()[0]
    for words in (
        "began started commenced",
        "begins starts",
        "begin start",
        "buys acquires purchases",
        "bought acquired purchased",
        "founded established",
        "employees staff",
        "built constructed",
        "largest biggest",
        "film movie",
        "company firm",
        "yearly annually",
        "approximately about",
        "car automobile",
        "big large",
        "ended finished",
        "ends finishes",
        "situated located",
        "manufactures makes produces",
        "manufactured produced",
        "use utilise utilize",
        "uses utilises utilizes",
        "used utilised utilized",
        "purchase buy acquire",
        "needs requires",
        "holiday vacation",
        "allow permit",
        "allows permits",
        "shut closed",
        "km kilometers kilometres",
        "author writer",
        "physician doctor",
        "begun started",
    )
    for word in words.split()
}
"""Words that say the same, each with the one that it is compared as."""

DIRECTIONS: Final = _keyed(
    **{
        "rise+:past": "rose risen increased grew grown climbed gained soared expanded improved stieg "
        "stiegen gestiegen "
        "wuchs wuchsen gewachsen augmenté progressé crû aumentó subió creció aumentado",
        "rise-:past": "fell fallen decreased declined dropped shrank sank plunged slumped worsened "
        "shrunk sunk fiel "
        "sanken gefallen gesunken schrumpfte baissé diminué reculé bajó disminuyó cayó disminuido",
        "rise+:now": "rises rise increases increase grows grow climbs climb steigt steigen wächst "
        "augmente augmentent "
        "aumenta sube crece",
        "rise-:now": "falls fall decreases decrease declines decline drops drop shrinks sinkt sinken "
        "fällt fallen baisse "
        "diminue baissent baja disminuye cae",
        "side+:up": "up above upward upwards higher höher oben",
        "side-:down": "down below downward downwards lower niedriger unten",
        "size+:more": "more greater larger mehr größer más mayor",
        "size-:less": "less fewer smaller weniger kleiner moins menos menor",
        "result+:gain": "profit profits gain gains gewinn bénéfice beneficio ganancia surplus",
        "result-:loss": "loss losses verlust verluste perte pertes pérdida pérdidas deficit",
        "win+:won": "won wins win gewann gagné ganó",
        "win-:lost": "lost loses lose verlor perdu perdió",
        "order+:after": "after nach après después tras",
        "order-:before": "before vor avant antes",
        "trade+:bought": "bought acquired purchased kaufte acheté compró",
        "trade-:sold": "sold verkaufte vendu vendió",
        "goods+:export": "exports exported export",
        "goods-:import": "imports imported import",
        "pass+:in": "approved accepted adopted allowed permitted passed",
        "pass-:out": "rejected refused banned forbidden prohibited",
        "open+:open": "opened opens open",
        "open-:closed": "closed closes shut",
        "bound+:max": "maximum max highest most",
        "bound-:min": "minimum min lowest least",
        "rank+:first": "earliest largest biggest oldest best",
        "rank-:last": "latest smallest youngest worst newest",
        "way+:north": "north northern",
        "way-:south": "south southern",
        "way2+:east": "east eastern",
        "way2-:west": "west western",
        "time+:start": "began begins started starts",
        "time-:stop": "ended ends stopped stops",
    }
)
"""Words that have an opposite: the axis, the side of it, and what they are compared as."""

ABBREVIATIONS: Final = _words(
    "mio. mrd. tsd. bn. mn. approx. ca. bzw. nr. no. vs. dr. mr. mrs. ms. prof. st. inc. ltd. co. "
    "fig. art. sec. z.b. "
    "d.h. e.g. i.e. etc. p. pp. vol. mill. u.s. jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. "
    "nov. dec. okt. dez."
)
"""What ends with a stop and ends no sentence."""

ANAPHORS: Final = _words(
    "company firm group organisation organization agency institute author study product device "
    "building city country "
    "team man woman person firma unternehmen gesellschaft entreprise société empresa compañía former latter"
)
"""Nouns that stand for what was named before."""
