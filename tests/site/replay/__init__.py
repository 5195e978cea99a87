"""Every rulebook of the library, run on the server from its call to its tables.

The clock goes through all phases: a second before each, its start, its middle, its last second, its end. What a phase
opens is done by the client of the API; before and after it is refused. At every moment but the middles everybody looks
on: strangers, judges, observers, organisers, and three teams, one of which signs late and consents to nothing. What
they see, on pages and by programs, is held against the rules of visibility.

| what campaigns need | where it is held |
|---|---|
| phases open and end as the schedule says | `Look.at_lists` |
| site ids, language pairs, agreements before data, consents | `Replay.register`, `Look.at_lists` |
| the dry run is compulsory, steps are tracked, mails go out | `Story._hand_in_without_rights`, `steps_are_tracked`, `mails_were_sent` |
| baselines, online systems, earlier years beside the teams' | `Story._enter_systems`, `tables_are_published` |
| the same check offline and on the server, all findings at once | `Story._hand_in_broken` |
| numbers of systems hold over all versions | `Story._hand_in_too_many`, `Story._hand_in_again` |
| resubmissions replace or count as debugged, late ones are refused or unofficial | `Story._hand_in_again`, `Story._hand_in_late` |
| descriptions from a template, techniques beside the participants | `Story._describing`, `tables_are_published` |
| outputs of consenting sites, without names, for those who combine | `packs_are_without_names` |
| error rates of speech with their counts; references adjudicated, scores before and after | `errors_are_counted`, `Story._adjudicating` |
| the evaluation server: development sets at any time, test sets afterwards | `Story._trying` |
| references, outputs, scores and names stay hidden until they are released | `Look.at_everything` |
| preliminary to participants, then public; late and debugged runs named without scores; rules of publication | `Look.at_lists`, `tables_are_published` |
"""
