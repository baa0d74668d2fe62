"""Two versions of one view: both wishes hold, or what stands against each other is quoted."""

from dataclasses import replace

import pytest
from refining import TOOLS, plain, told

from genui.baseline import baseline
from genui.generate.offline import replayed
from genui.merge.views import merge_views
from genui.model import Step, Tool, View
from genui.refine import apply_patch, diff_patch, refine_view, replay_patches
from genui.viewfile import CONFLICT, HAND, StoredView, view_sum
from genui.viewoptions import ViewOptions

TOOL = TOOLS["get_forecast"]


def stored(view):
    """A view as genui writes it."""
    return StoredView(view, view_sum(view))


def refined(*wishes, of=None):
    view = of.view if of else View(TOOL.name, plain(TOOL.name))
    for wish in wishes:
        view = refine_view(view, TOOL, wish).view
    return stored(view)


def edited(version, *patch):
    """A version whose spec a hand has changed since genui wrote it."""
    return replace(version, view=replace(version.view, spec=apply_patch(version.view.spec, patch)))


def title(text):
    return {"op": "add", "path": "/title", "value": text}


def generator(tool):
    return lambda ledger: replayed(tool, ViewOptions(), ledger).spec


def merged(base, ours, theirs, tool=TOOL, **options):
    return merge_views(base, ours, theirs, generator(tool), tool=tool, **options)


def wishes_in(result):
    return [step.feedback for step in result.stored.view.ledger]


BASE = refined()

BOTH_HOLD = {
    "two columns": (["rename high to Maximum"], ["hide wind"]),
    "a column and the look": (["rename high to Maximum"], ["dark mode"]),
    "several each": (["rename high to Maximum", "sort by rain descending"], ["hide wind", "dark mode"]),
    "the same wish": (["hide wind"], ["hide wind"]),
    "the same wish after another": (["dark mode", "hide wind"], ["hide wind", "rename high to Maximum"]),
    "the form and the result": (["form below"], ["rename low to Minimum"]),
    "a part whose kind the other changes": (["rename high to Maximum"], ["show as cards"]),
}


@pytest.mark.parametrize(("ours", "theirs"), BOTH_HOLD.values(), ids=BOTH_HOLD)
def test_wishes_of_both_sides_hold_in_either_order(ours, theirs):
    result = merged(BASE, refined(*ours), refined(*theirs))
    other = merged(BASE, refined(*theirs), refined(*ours))

    assert result.clashes == ()
    assert wishes_in(result) == [*ours, *(wish for wish in theirs if wish not in ours)]
    assert told(other.stored.view.spec) == told(result.stored.view.spec)
    assert not result.stored.edited
    assert not any(step.verdict.startswith(CONFLICT) for step in result.stored.view.ledger)


@pytest.mark.parametrize(("ours", "theirs"), BOTH_HOLD.values(), ids=BOTH_HOLD)
def test_a_joined_ledger_explains_its_spec(ours, theirs):
    view = merged(BASE, refined(*ours), refined(*theirs)).stored.view

    assert replay_patches(plain(TOOL.name), view.ledger, TOOL).spec == view.spec
    assert merged(BASE, stored(view), refined(*theirs)).stored.view.spec == view.spec


def test_wishes_against_each_other_are_quoted_and_nothing_is_joined():
    result = merged(BASE, refined("rename high to Maximum"), refined("rename high to Peak"))

    assert result.stored is None
    assert ("Maximum", "Peak") in {(clash.ours, clash.theirs) for clash in result.clashes}
    assert result.clashes[0].wishes == ("rename high to Maximum", "rename high to Peak")


@pytest.mark.parametrize(
    ("prefer", "kept", "lost"), [("ours", "Maximum", "Peak"), ("theirs", "Peak", "Maximum")]
)
def test_the_preferred_side_wins_where_both_clash_and_only_there(prefer, kept, lost):
    ours, theirs = refined("rename high to Maximum"), refined("rename high to Peak", "hide wind")

    result = merged(BASE, ours, theirs, prefer=prefer)

    assert sorted(wishes_in(result)) == ["hide wind", f"rename high to {kept}"]
    assert [step.feedback for step in result.lost] == [f"rename high to {lost}"]
    assert kept in told(result.stored.view.spec)["labels"].values()


def test_what_a_hand_changed_is_a_step_beside_the_wishes_of_the_other():
    ours = edited(BASE, title("The week"))

    result = merged(BASE, ours, refined("rename high to Maximum"))

    assert [(step.feedback, step.by) for step in result.stored.view.ledger] == [
        ("changed by hand", HAND),
        ("rename high to Maximum", ""),
    ]
    assert result.stored.view.spec["title"] == "The week"
    assert not result.stored.edited


def test_hands_on_both_sides_are_joined_or_quoted():
    ours = edited(refined("hide wind"), title("The week"))
    joined = merged(BASE, ours, edited(BASE, {"op": "add", "path": "/theme", "value": "dark"}))
    clashed = merged(BASE, ours, edited(BASE, title("Seven days")))

    assert joined.stored.view.spec["title"] == "The week"
    assert joined.stored.view.spec["theme"] == "dark"
    assert [(one.where, one.ours, one.theirs) for one in clashed.clashes] == [
        ("/title", "The week", "Seven days")
    ]
    assert merged(BASE, ours, edited(BASE, title("Seven days")), prefer="theirs").stored.view.spec[
        "title"
    ] == ("Seven days")


def test_a_view_that_a_hand_had_changed_before_stays_one_that_a_hand_has_changed():
    base = edited(BASE, title("The week"))
    ours = replace(refined("hide wind", of=base), sum=base.sum)
    theirs = replace(refined("dark mode", of=base), sum=base.sum)

    result = merged(base, ours, theirs)

    assert result.stored.edited
    assert result.stored.view.spec["title"] == "The week"
    assert wishes_in(result) == ["hide wind", "dark mode"]


def test_a_step_that_one_side_took_back_is_gone_and_the_wishes_of_the_other_hold():
    base = refined("hide wind", "dark mode")

    result = merged(base, refined("hide wind"), refined("rename high to Maximum", of=base))

    assert wishes_in(result) == ["hide wind", "rename high to Maximum"]
    assert "theme" not in result.stored.view.spec


def test_a_view_that_only_one_side_changed_is_as_that_side_has_it():
    ours = edited(refined("hide wind"), title("The week"))

    assert merged(BASE, ours, BASE).stored is ours
    assert merged(BASE, BASE, ours).stored is ours
    assert merged(BASE, None, BASE).stored is None
    assert merged(BASE, None, BASE).clashes == ()


def test_a_view_that_one_side_deleted_and_the_other_changed_is_asked_for():
    result = merged(BASE, None, refined("hide wind"))

    assert [(clash.ours, clash.theirs) for clash in result.clashes] == [
        ("the view is deleted", "the view is changed")
    ]
    assert merged(BASE, None, refined("hide wind"), prefer="ours").stored is None
    assert wishes_in(merged(BASE, None, refined("hide wind"), prefer="theirs")) == ["hide wind"]


def test_a_wish_that_builds_on_a_step_that_the_other_took_back_is_asked_for():
    base = refined("rename high to Zenith")

    result = merged(base, BASE, refined("rename Zenith to Peak", of=base))

    assert result.clashes[0].wishes == ("", "rename Zenith to Peak")
    assert wishes_in(merged(base, BASE, refined("rename Zenith to Peak", of=base), prefer="ours")) == []


def test_views_that_both_sides_added_are_joined():
    assert wishes_in(merged(None, refined("hide wind"), refined("dark mode"))) == ["hide wind", "dark mode"]


CHANGED = Tool(
    apply_patch(
        TOOL.definition,
        [
            {
                "op": "add",
                "path": "/outputSchema/$defs/Day/properties/sunshine_h",
                "value": {"type": "number", "title": "Sunshine"},
            },
            {"op": "add", "path": "/title", "value": "The forecast"},
        ],
    )
)


def test_wishes_of_both_sides_hold_on_the_tool_as_it_is_now():
    result = merged(BASE, refined("rename high to Maximum"), refined("hide wind"), tool=CHANGED)

    seen = told(result.stored.view.spec)
    assert "Maximum" in seen["labels"].values()
    assert any("sunshine" in key for key in seen["labels"])
    assert (
        replay_patches(baseline(CHANGED), result.stored.view.ledger, CHANGED).spec == result.stored.view.spec
    )


def test_a_side_that_was_built_with_the_changed_tool_joins_the_other():
    ledger = refined("rename high to Maximum").view.ledger
    rebuilt = replay_patches(baseline(CHANGED), ledger, CHANGED)
    ours = stored(View(TOOL.name, rebuilt.spec, ledger=rebuilt.ledger))

    result = merged(BASE, ours, refined("hide wind"), tool=CHANGED)

    assert wishes_in(result) == ["rename high to Maximum", "hide wind"]
    assert not any(step.verdict.startswith(CONFLICT) for step in result.stored.view.ledger)


def test_a_hands_change_is_carried_to_a_new_generation():
    ours = edited(refined("hide wind"), {"op": "add", "path": "/theme", "value": "dark"})
    now = replayed(CHANGED, ViewOptions(), ours.view.ledger).spec
    theirs = stored(replace(ours.view, spec=now))

    result = merged(refined("hide wind"), ours, theirs, tool=CHANGED)

    assert result.stored.view.spec == {**now, "theme": "dark"}
    assert [step.by for step in result.stored.view.ledger] == ["", HAND]


def test_a_hands_change_of_what_a_new_generation_changed_too_is_quoted():
    ours = edited(BASE, title("The week"))
    theirs = stored(replace(BASE.view, spec=baseline(CHANGED)))

    result = merged(BASE, ours, theirs, tool=CHANGED)

    assert [clash.where for clash in result.clashes] == ["/title"]
    assert merged(BASE, ours, theirs, tool=CHANGED, prefer="ours").stored.view.spec["title"] == "The week"
    mended = merged(BASE, ours, theirs, tool=CHANGED, prefer="theirs")
    assert mended.stored.view.spec == baseline(CHANGED)
    assert [step.by for step in mended.lost] == [HAND]


def written(spec, *steps):
    """A view that a model wrote."""
    view = View(TOOL.name, spec, generator="spec", origin={"provider": "command"}, ledger=tuple(steps))
    return stored(view)


def test_a_models_view_is_joined_on_what_both_sides_have_in_common():
    base = written({**plain(TOOL.name), "title": "By a model"})

    result = merged(base, refined("hide wind", of=base), refined("dark mode", of=base))

    assert wishes_in(result) == ["hide wind", "dark mode"]
    assert result.stored.view.spec["title"] == "By a model"
    assert result.stored.view.generator == "spec"


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_wishes_are_carried_to_a_view_that_a_model_wrote_anew_on_the_other_side(side):
    base = written({**plain(TOOL.name), "title": "By a model"})
    anew = written({**plain(TOOL.name), "title": "By another"})
    wished = refined("hide wind", of=base)

    result = merged(base, *((wished, anew) if side == "theirs" else (anew, wished)))

    assert wishes_in(result) == ["hide wind"]
    assert result.stored.view.spec["title"] == "By another"


def test_views_that_a_model_wrote_anew_on_both_sides_are_asked_for():
    base, ours, theirs = (written({**plain(TOOL.name), "title": text}) for text in ("One", "Two", "Three"))

    assert merged(base, ours, theirs).stored is None
    assert merged(base, ours, theirs, prefer="theirs").stored.view.spec["title"] == "Three"


def test_without_the_tool_patches_alone_are_joined():
    result = merge_views(BASE, refined("rename high to Maximum"), refined("hide wind"))

    assert wishes_in(result) == ["rename high to Maximum", "hide wind"]


def test_a_page_is_never_joined():
    pages = [
        stored(View(TOOL.name, {}, generator="html", page=f"<p>{text}</p>"))
        for text in ("one", "two", "three")
    ]

    assert merge_views(*pages).clashes[0].ours == "the page is changed"
    assert merge_views(*pages, prefer="theirs").stored is pages[2]


def test_a_hands_step_is_never_read_as_words():
    spec = plain(TOOL.name)
    lost = diff_patch({**spec, "title": "Old"}, {**spec, "title": "New"})
    view = View(TOOL.name, spec, ledger=(Step("dark mode", lost, "applied", HAND),))

    result = merged(stored(view), stored(replace(view, ledger=())), refined("hide wind", of=stored(view)))

    assert "theme" not in result.stored.view.spec


def test_members_stand_in_the_order_in_which_a_replay_puts_them():
    first = replace(BASE, view=replace(BASE.view, spec={"theme": "dark", **BASE.view.spec}))

    view = merged(BASE, first, refined("hide wind")).stored.view

    assert list(view.spec) == list(replay_patches(plain(TOOL.name), view.ledger, TOOL).spec)
