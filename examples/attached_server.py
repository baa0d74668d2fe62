"""An MCP server that brings its own view, with no proxy: python examples/attached_server.py

genui compiles the view of a function when the server starts, and the SDK's Apps extension serves it.
"""

from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.apps import Apps, ResourceCsp
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

import genui

Pace = Literal["easy", "steady", "hard"]
MINUTES_PER_KM: dict[Pace, float] = {"easy": 6.5, "steady": 5.5, "hard": 4.8}


class Week(BaseModel):
    """One week of a training plan."""

    week: int
    distance_km: float = Field(title="Distance, km")
    minutes: int = Field(title="Time, min")
    longest_km: float = Field(title="Longest run, km")


class TrainingPlan(BaseModel):
    """A plan that grows by a tenth each week and rests every fourth."""

    goal_km: float
    weeks: list[Week]


def plan_training(
    goal_km: Annotated[float, Field(title="Race distance, km", ge=1, le=50)] = 10,
    weeks: Annotated[int, Field(ge=2, le=24)] = 8,
    pace: Pace = "steady",
) -> TrainingPlan:
    """Plan the weeks of running before a race."""
    plan = []
    distance = goal_km
    for number in range(1, weeks + 1):
        ran = round(distance * (0.6 if number % 4 == 0 else 1), 1)
        minutes = round(ran * MINUTES_PER_KM[pace])
        plan.append(Week(week=number, distance_km=ran, minutes=minutes, longest_km=round(ran * 0.45, 1)))
        distance *= 1.1
    return TrainingPlan(goal_km=goal_km, weeks=plan)


def build_server() -> MCPServer:
    """Return the server with its view attached."""
    view = genui.compile(plan_training, wishes=["bar chart of distance by week", "pace as radio buttons"])
    apps = Apps()
    apps.add_html_resource(
        view.uri,
        view.html,
        name="plan_training",
        title=view.title,
        csp=ResourceCsp(connect_domains=[], resource_domains=[]),
        prefers_border=True,
    )
    apps.tool(resource_uri=view.uri, title=view.title, annotations=ToolAnnotations(read_only_hint=True))(
        plan_training
    )
    return MCPServer("training", version="1.0.0", extensions=[apps])


if __name__ == "__main__":
    build_server().run()
