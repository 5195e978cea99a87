"""The human evaluations of shipped rulebooks, unchanged, judged on the site by simulated people through HTTP.

| module | holds |
|---|---|
| `panel` | judges of known quality with tokens of their own, who see screens through the REST API alone |
| `blindness` | the search of every answer that judges got for what they must not know |
| `exports` | the ranking on the site next to what `bakeoff human analyse` says of the export |
"""
