"""Every rulebook of the library, run on the server from its call to its tables.

The clock goes through all phases: a second before each, its start, its middle, its last second, its end. What a phase
opens is done by the client of the API; before and after it is refused. At every moment but the middles everybody looks
on: strangers, judges, observers, organisers, and three teams, one of which signs late and consents to nothing. What
they see, on pages and by programs, is held against the rules of visibility.

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
