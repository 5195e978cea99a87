"""Documents that are off limits by a list of the organisers."""

from __future__ import annotations

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.submission.off_limits import listed_in_a_file, with_listed_documents
from bakeoff.rulebook.submission.resource_use import DeclaredResource, objections

I16 = read_rulebook("iwslt2016")


def test_tables_whose_documents_are_uploaded() -> None:
    assert listed_in_a_file(I16) == ("qed-talks",)
    assert listed_in_a_file(read_rulebook("openmt2012")) == ()


def test_a_resource_with_a_listed_document_is_off_limits() -> None:
    corpus = DeclaredResource(name="qed", documents=("QED-7", "QED-9"))
    assert list(objections(I16, [corpus], condition="permissible")) == []
    (objection,) = objections(
        with_listed_documents(I16, {"qed-talks": ["QED-9", "QED-1"]}), [corpus], condition="permissible"
    )
    assert (objection.misuse, objection.found) == ("off-limits-document", "QED-9")
    assert objection.expected == "none of the documents of QED talks of the test set"


def test_documents_of_the_rulebook_stay_off_limits() -> None:
    once = with_listed_documents(I16, {"qed-talks": ["a", "b"]})
    assert with_listed_documents(once, {"qed-talks": ["b", "c"]}).off_limits["qed-talks"].documents == ("a", "b", "c")
    assert I16.off_limits["qed-talks"].documents == ()
