"""Slots: requests at a model are limited, nothing else is, and no view pays for waiting."""

import threading

import pytest
from standin import standing_in
from test_writing import TEXT, TOOL, build, key, project  # noqa: F401

from genui.generate import drafts
from genui.generate.providers import Budget, ProviderError
from genui.generate.slots import Slots


def waiting(slots, number):
    """Return once so many wait for a slot."""
    with slots._changed:
        assert slots._changed.wait_for(lambda: len(slots._waiting) >= number, timeout=20)


def taker(slots, budget, name, order, *, notice):
    def take():
        try:
            with slots.taken(budget):
                order.append(name)
        except ProviderError as error:
            order.append(f"{name} {error.problem}")
        notice.release()

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    return thread


def test_a_view_that_was_begun_goes_first_then_who_waits_longest():
    slots, order, notice = Slots(1), [], threading.Semaphore(0)
    begun = Budget(60)
    with slots.taken(begun):
        for number, (name, budget) in enumerate(
            (("new", Budget(60)), ("newer", Budget(60)), ("repair", begun)), 1
        ):
            taker(slots, budget, name, order, notice=notice)
            waiting(slots, number)
    for _ in range(3):
        assert notice.acquire(timeout=20)
    assert order == ["repair", "new", "newer"]


def test_waiting_for_a_slot_counts_on_no_budget():
    now = [0.0]
    slots, notice = Slots(1), threading.Semaphore(0)
    budget = Budget(10, clock=lambda: now[0])
    with slots.taken(Budget(60)):
        thread = taker(slots, budget, "late", [], notice=notice)
        waiting(slots, 1)
        now[0] += 100
    thread.join(20)
    assert budget.remaining == 10


def test_a_cancelled_view_stops_waiting():
    slots, order, notice = Slots(1), [], threading.Semaphore(0)
    budget = Budget(60)
    with slots.taken(Budget(60)):
        taker(slots, budget, "stopped", order, notice=notice)
        waiting(slots, 1)
        budget.cancel()
        assert notice.acquire(timeout=20)
    assert order == ["stopped aborted"]
    with slots.taken(Budget(60)):
        pass


def test_the_model_is_asked_for_the_next_view_while_an_answer_is_checked(project, monkeypatch):  # noqa: F811
    read, asked_again = drafts.read, []
    with standing_in(TEXT) as stand:

        def slow(*arguments):
            with stand.asked:  # were the slot held meanwhile, the second request would never come
                asked_again.append(stand.asked.wait_for(lambda: len(stand.requests) == 2, timeout=20))
            return read(*arguments)

        monkeypatch.setattr(drafts, "read", slow)
        project(TOOL, {**TOOL, "name": "other"}, address=stand.address, model="concurrency = 1\n")
        assert build("--strict") == 0
        assert stand.most_at_once == 1
    assert asked_again == [True, True]


def test_a_request_waits_until_the_one_before_it_was_sent():
    slots, order, notice = Slots(2), [], threading.Semaphore(0)
    with slots.taken(Budget(60)) as sent:
        taker(slots, Budget(60), "next", order, notice=notice)
        waiting(slots, 1)
        order.append("sent")
        sent()
        assert notice.acquire(timeout=20)
    assert order == ["sent", "next"]


@pytest.mark.parametrize("number", [1, 3])
def test_no_more_slots_are_taken_than_there_are(number):
    slots, most, now, lock = Slots(number), [0], [0], threading.Lock()
    together = threading.Barrier(number)

    def take():
        with slots.taken(Budget(60)) as sent:
            sent()
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            together.wait(20)
            with lock:
                now[0] -= 1

    threads = [threading.Thread(target=take, daemon=True) for _ in range(3 * number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert most == [number]


def test_what_computes_lets_a_request_pass_that_is_about_to_be_sent(monkeypatch):
    monkeypatch.setattr("genui.generate.slots.YIELD_SECONDS", 20)
    slots, order = Slots(1), []

    def compute():
        with slots.computing():
            order.append("computed")

    with slots.taken(Budget(60)) as sent:
        thread = threading.Thread(target=compute, daemon=True)
        thread.start()
        order.append("sent")
        sent()
        sent()
        thread.join(20)
        order.append("answered")
    assert order == ["sent", "computed", "answered"]


def test_what_computes_waits_for_no_request_for_long():
    slots = Slots(1)
    with slots.taken(Budget(60)), slots.computing():
        pass
