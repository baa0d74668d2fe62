"""Wishes that a grammar makes are fulfilled whole or refused, and odd view files joined or quoted."""

import json
import random

import pytest
from oddwishes import join_odd, read_wishes
from refining import TOOLS, plain

from genui.model import View
from genui.refine import refine_view
from genui.viewfile import view_bytes


@pytest.mark.parametrize("seed", range(60))
def test_a_made_up_wish_is_fulfilled_or_refused(seed):
    read_wishes(str(seed).encode())


@pytest.mark.parametrize("seed", range(40))
def test_a_view_file_that_lost_a_member_is_joined_or_quoted(seed):
    chance = random.Random(seed)
    tool = TOOLS["get_forecast"]
    view = refine_view(View(tool.name, plain(tool.name)), tool, "sort by high").view
    document = json.loads(view_bytes(view))
    here = document["spec"]
    while isinstance(here, dict | list) and here:
        key = chance.choice(list(here) if isinstance(here, dict) else range(len(here)))
        if chance.random() < 0.4:
            here[key] = chance.choice([None, 3, "x", [], {}, {"$path": "/no"}])
            break
        here = here[key]
    join_odd(json.dumps(document).encode())
