"""The commonest words of six languages, which METEOR 1.5 calls function words and gives a weight of their own."""

from __future__ import annotations

_WORDS = {
    "cs": (
        '" ( ) , - -lrb- -rrb- . ... : ? a aby ale ani až bude by byl bylo být co do i jak jako je jeho jen ještě '
        "jsem jsme jsou k když která které který má na nebo není než o od po podle pro před při s sa se si tak "
        "také to u už v ve však z za ze že “ „"
    ),
    "de": (
        '! " ( ) , - -lrb- -rrb- . : ? aber als am an auch auf aus bei bis dann das dass dem den der des die '
        "diese dieser doch durch ein eine einem einen einer er es euro für gegen habe haben hat hatte ich ihre im "
        "in ist kann können man mehr mit nach nicht noch nur oder prozent sagte schon sei sein seine sich sie "
        "sind so um und unter von vor war was wenn werden wie wieder wir wird wurde zu zum zur über – “ „"
    ),
    "en": (
        "\" $ ' 's 't ( ) , - -- -lrb- -rrb- . : ? a about after all also an and are as at be been but by can "
        "could first for from had has have he her his i if in into is it its last more new no not of on one or "
        "other out over people s said she so some than that the their there they this time to two up was we were "
        "what when which who will with would year years you — ’ “ ”"
    ),
    "es": (
        "\" % ' ( ) , -lrb- -rrb- . : a al año años comisión como con cuando de del desde dos el en entre es esta "
        "este está europea ha han hasta hay la las le lo los muy más no o para parte pero por presidente que se "
        "ser si sin sobre son su sus también todo todos un una y ya « »"
    ),
    "fr": (
        "\" % ( ) , - -lrb- -rrb- . : ; ? a ans après au aussi aux avait avec c' ce ces cette comme d d' dans de "
        "depuis des deux du elle en entre est et faire fait h il ils je l l' la le les leur mais même n' ne nous "
        "on ont ou par pas plus pour président qu' que qui s' sa se ses si son sont sur tout un une y « » à était "
        "été être ’"
    ),
    "ru": (
        '" % ( ) , - -- . : ? а более будет был было в во время все года году для до его если еще же за и из или '
        "их к как когда которые может мы на не но о он они от по после при россии с так также то только том у уже "
        "что чтобы это этом я"
    ),
}

FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
"""By language."""
