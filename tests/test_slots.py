"""Requests at a model are limited; what else a view needs is done while others are answered."""

from standin import standing_in
from test_writing import TEXT, TOOL, build, key, project  # noqa: F401

from genui.generate import candidates


def test_the_model_is_asked_for_the_next_view_while_an_answer_is_checked(project, monkeypatch):  # noqa: F811
    read, asked_again = candidates.view_in, []
    with standing_in(TEXT) as stand:

        def slow(*arguments):
            with stand.asked:  # were the slot held meanwhile, the second request would never come
                asked_again.append(stand.asked.wait_for(lambda: len(stand.requests) == 2, timeout=20))
            return read(*arguments)

        monkeypatch.setattr(candidates, "view_in", slow)
        project(TOOL, {**TOOL, "name": "other"}, address=stand.address, model="concurrency = 1\n")
        assert build("--strict") == 0
        assert stand.most_at_once == 1
    assert asked_again == [True, True]
