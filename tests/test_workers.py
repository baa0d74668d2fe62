"""Workers: what many hands make is what one would have made, in order, whatever becomes of the workers."""

import os
import sys
from pathlib import Path

import pytest
from workbench import dies_elsewhere, double, inverse, met

from genui import workers
from genui.assets import load_assets
from genui.build import compile_project
from genui.config import load_config
from genui.model import Snapshot, Tool
from genui.store import Stored
from genui.workers import FEWEST, shared_out

MANY = 3 * FEWEST


@pytest.fixture(autouse=True)
def another_processor(monkeypatch):
    """Workers find this directory's modules, and there is a processor for one."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.setattr(workers, "processors", lambda: 2)


@pytest.fixture
def alone(monkeypatch):
    """No worker may be started."""
    monkeypatch.setattr(workers, "attending", lambda *_: pytest.fail("a worker was started"))


def test_results_come_in_the_order_of_what_they_were_made_from():
    assert list(shared_out(double, range(MANY))) == [2 * number for number in range(MANY)]


def test_a_worker_begins_at_the_end_while_the_process_itself_begins_at_the_front(tmp_path):
    things = [(number, MANY - 1, str(tmp_path / "met")) for number in range(MANY)]

    by = list(shared_out(met, things))

    assert by[0] == os.getpid() != by[-1]


def test_few_things_are_done_by_the_process_itself(alone):
    assert len(list(shared_out(double, range(FEWEST - 1)))) == FEWEST - 1


def test_with_one_processor_there_is_no_worker(alone, monkeypatch):
    monkeypatch.setattr(workers, "processors", lambda: 1)

    assert len(list(shared_out(double, range(MANY)))) == MANY


def test_what_fails_at_a_worker_fails_here_as_it_would_have(capfd):
    with pytest.raises(ZeroDivisionError):
        list(shared_out(inverse, [*range(1, MANY), 0]))

    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("executable", ["/nowhere/python", "/bin/false", "/bin/cat"])
def test_where_no_worker_comes_up_all_is_done_here(executable, monkeypatch):
    monkeypatch.setattr(sys, "executable", executable)

    assert list(shared_out(double, range(MANY))) == [2 * number for number in range(MANY)]


def test_what_cannot_be_handed_over_is_done_here():
    things = [lambda number=number: number for number in range(MANY)]

    assert list(shared_out(lambda thing: thing(), things)) == list(range(MANY))


def test_a_worker_that_dies_loses_nothing():
    things = [(number, os.getpid()) for number in range(MANY)]

    assert list(shared_out(dies_elsewhere, things)) == list(range(MANY))


def test_a_build_with_workers_makes_the_bytes_of_one_without(tmp_path):
    names = [f"tool_{number}" for number in range(FEWEST)]
    schema = {"type": "object", "properties": {"when": {"type": "string", "format": "date"}}}
    tools = tuple(Tool({"name": name, "inputSchema": schema}) for name in names)
    snapshot, config = Snapshot({"name": "s"}, "2025-11-25", tools), load_config(None, environ={})

    def compiled(each):
        return compile_project(snapshot, config, Stored(), load_assets("templates"), each=each)

    assert compiled(shared_out) == compiled(map)
