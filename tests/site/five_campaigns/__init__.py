"""Campaigns of the library, run on the server from registration to their automatic tables.

`test_iwslt2005`, `test_wmt2008`, `test_iwslt2012`, `test_openmt2012` and `test_iwslt2016` each tell the story of one
campaign: simulated teams and organisers act through the REST API at simulated dates, and the tables that come out have
the shapes of the documents and the figures that direct calls of the science give for the same texts.

| module | holds |
|---|---|
| `simulation` | sentences and systems whose mistakes are known |
| `texts` | test sets and outputs, in the formats of a campaign |
| `truth` | the figures that tables must show, and what they do show |
| `packing` | packages that teams submit |
| `driver` | what people do: by the client of the API alone |

`test_every_moment` takes any rulebook, and at the start, the end and just outside of every phase everybody looks on:
strangers, judges, observers, organisers, and three teams, one of which signs late and consents to nothing.

| what campaigns need | where it is held |
|---|---|
| phases open and end as the schedule says | `Look.at_lists` |
| team code, language pairs, agreements before data, consents | `Replay.register, Look.at_lists` |
| a compulsory dry run; steps are tracked; mails go out | `Story._submit_without_rights, ending` |
| baselines, online systems and earlier years beside the teams' | `Story._enter_systems, ending` |
| the same check offline and on the server | `Story._submit_broken` |
| numbers of systems hold over all versions | `Story._submit_too_many, _submit_again` |
| resubmissions replace or are debugged; late ones | `Story._submit_again, _submit_late` |
| descriptions from a template, techniques beside participants | `Story._describing, ending` |
| outputs of consenting teams, without names, to combine | `ending.packs_are_without_names` |
| error rates of speech with their counts | `ending.errors_are_counted` |
| references adjudicated, scores before and after | `Story._adjudicating` |
| the evaluation server: development sets ever, others afterwards | `Story._trying` |
| references, outputs, scores, names hidden until released | `Look.at_everything` |
| preliminary, then public; late and debugged ones only named | `Look.at_lists, ending` |
| disclaimer, citation, rules of publication | `ending.tables_are_published` |
"""
